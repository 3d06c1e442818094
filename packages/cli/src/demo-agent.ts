import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Clock } from "@servicechat/knowledge";
import type { Storage } from "@servicechat/storage";
import { readDemoDocuments } from "./demo-documents.ts";
import { demoGuide } from "./demo-guide.ts";
import { demoKey, guideKeyFile } from "./demo-key.ts";
import { demoModel } from "./demo-model.ts";
import { demoShop, shopFolder } from "./demo-shop.ts";
import { keepDemoAgent } from "./keep-demo-agent.ts";
import type { Settings } from "./settings.ts";

/** The demo, ready to serve. Its knowledge is synced by the caller, in the background. */
export interface Demo {
  /** Who answers, for people, such as "claude-haiku-4-5 (Anthropic)". */
  readonly answers: string;
  /** Knows this project, from its own documents. */
  readonly guide: DemoAgent;
  /** The agent of the made-up company; `undefined` when its operator deleted it or revoked its key. */
  readonly shop: (DemoAgent & { readonly secret: string }) | undefined;
}

/** One of its agents. */
export interface DemoAgent {
  readonly agentId: string;
  /** The whole key: only the demo's are kept in the open, since its page shows them to everybody. */
  readonly key: string;
  /** The documents that its answers link to, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

interface Parts {
  readonly storage: Storage;
  readonly settings: Settings;
  readonly clock: Clock;
}

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Makes the agents of the demo and their keys on first start. Later they are brought up to date when the settings changed,
 * such as a model's key that appeared, unless the operator changed the agent.
 *
 * @returns `undefined` when the operator deleted the guide or revoked its key: the demo does not come back, the shop neither
 */
export async function prepareDemo(parts: Parts): Promise<Demo | undefined> {
  const { settings } = parts;
  const { model, answers } = demoModel(settings.environment);
  const guide = await prepareAgent(parts, {
    definition: demoGuide(settings, model),
    baseDirectory: repository,
    note: "demo-agent",
    keyFile: guideKeyFile,
    keyName: "Demo page",
    documents: ["*.md", "docs/*.md"],
  });
  if (!guide) return undefined;
  const shop = await prepareAgent(parts, {
    definition: demoShop(settings, model),
    baseDirectory: shopFolder,
    note: "demo-shop-agent",
    keyFile: "demo-shop-key",
    keyName: "Demo page, coffee shop",
    documents: ["*.md"],
  });
  return {
    answers: guide.owner === "ours" ? answers : "as set by its operator",
    guide,
    shop: shop && { ...shop, secret: randomBytes(32).toString("base64url") },
  };
}

async function prepareAgent(
  { storage, settings, clock }: Parts,
  {
    definition,
    baseDirectory,
    note,
    keyFile,
    keyName,
    documents,
  }: {
    readonly definition: AgentDefinition;
    readonly baseDirectory: string;
    readonly note: string;
    readonly keyFile: string;
    readonly keyName: string;
    /** Patterns of the files that are shown, below the base directory. */
    readonly documents: readonly string[];
  },
): Promise<(DemoAgent & { readonly owner: "ours" | "operator's" }) | undefined> {
  const at = clock.wallMs();
  const agentId = definition.id;
  const owner = await keepDemoAgent({ definition, baseDirectory }, { storage, note, at });
  if (!owner) return undefined;
  const naming = { file: keyFile, name: keyName };
  const key = await demoKey({ keys: storage.keys, settings, agentId, at, randomBytes, ...naming });
  if (key === undefined) return undefined;
  return { agentId, key, documents: await readDemoDocuments(baseDirectory, documents), owner };
}
