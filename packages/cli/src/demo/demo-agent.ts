import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Clock } from "@servicechat/knowledge";
import type { Storage } from "@servicechat/storage";
import { projectDocuments, readDemoDocuments, shopDocuments } from "./demo-documents.ts";
import { demoGuide } from "./demo-guide.ts";
import { demoKey, guideKeyFile } from "./demo-key.ts";
import { demoModel } from "./demo-model.ts";
import { demoKeyNames, isDemoServed } from "./demo-reach.ts";
import { demoShop, shopFolder } from "./demo-shop.ts";
import { ensureDemoAgent } from "./ensure-demo-agent.ts";
import type { Settings } from "../settings/settings.ts";

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

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** How one of its agents is made. */
interface Plan {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
  /** Under which name the storage remembers how it was made. */
  readonly note: string;
  readonly keyFile: string;
  readonly keyName: string;
  /** The files that are shown, below the base directory. */
  readonly documents: readonly string[];
}

/**
 * Makes the agents of the demo and their keys on first start. Later they are brought up to date when the settings changed,
 * such as a model's key that appeared, unless the operator changed the agent. Where there shall be no demo none is made,
 * but one that is there is still brought up to date: its key answers, and must not use a model that everybody can ask.
 *
 * @returns `undefined` when there shall be none, and when the operator deleted the guide or revoked its key: the demo does
 *   not come back, the shop neither
 */
export async function prepareDemo(parts: Parts): Promise<Demo | undefined> {
  const { settings } = parts;
  const { model, answers } = demoModel(settings);
  const guidePlan: Plan = {
    definition: demoGuide(settings, model),
    baseDirectory: repository,
    note: "demo-agent",
    keyFile: guideKeyFile,
    keyName: demoKeyNames.demo,
    documents: projectDocuments,
  };
  const shopPlan: Plan = {
    definition: demoShop(settings, model),
    baseDirectory: shopFolder,
    note: "demo-shop-agent",
    keyFile: "demo-shop-key",
    keyName: demoKeyNames["demo-shop"],
    documents: shopDocuments,
  };
  if (!isDemoServed(settings)) {
    for (const plan of [guidePlan, shopPlan]) await keepAgent(parts, plan, { mayMake: false });
    return undefined;
  }
  const guide = await prepareAgent(parts, guidePlan);
  if (!guide) return undefined;
  const shop = await prepareAgent(parts, shopPlan);
  return {
    answers: guide.owner === "ours" ? answers : "as set by its operator",
    guide,
    shop: shop && { ...shop, secret: randomBytes(32).toString("base64url") },
  };
}

function keepAgent(
  { storage, clock }: Parts,
  { definition, baseDirectory, note }: Plan,
  { mayMake }: { readonly mayMake: boolean },
) {
  return ensureDemoAgent({ definition, baseDirectory }, { storage, note, mayMake, at: clock.wallMs() });
}

async function prepareAgent(
  parts: Parts,
  plan: Plan,
): Promise<(DemoAgent & { readonly owner: "ours" | "operator's" }) | undefined> {
  const owner = await keepAgent(parts, plan, { mayMake: true });
  if (!owner) return undefined;
  const { storage, settings, clock } = parts;
  const agentId = plan.definition.id;
  const naming = { file: plan.keyFile, name: plan.keyName };
  const key = await demoKey({
    keys: storage.keys,
    settings,
    agentId,
    at: clock.wallMs(),
    randomBytes,
    ...naming,
  });
  if (key === undefined) return undefined;
  return { agentId, key, documents: await readDemoDocuments(plan.baseDirectory, plan.documents), owner };
}
