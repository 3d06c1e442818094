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

/** The demo, ready to serve. The caller syncs its knowledge in the background. */
export interface Demo {
  /** Which model answers, for people, such as "claude-haiku-4-5 (Anthropic)". */
  readonly answers: string;
  /** Knows this project from its documents. */
  readonly guide: DemoAgent;
  /** The agent of the fictional company; `undefined` if the operator deleted it or revoked its key. */
  readonly shop: (DemoAgent & { readonly secret: string }) | undefined;
}

/** One of its agents. */
export interface DemoAgent {
  readonly agentId: string;
  /** The whole key: only the demo's are stored in readable form, since its page shows them to everybody. */
  readonly key: string;
  /** The documents that its answers link to, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

interface Dependencies {
  readonly storage: Storage;
  readonly settings: Settings;
  readonly clock: Clock;
}

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** How to create one of its agents. */
interface Plan {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
  /** The name under which the storage remembers how the agent was made. */
  readonly note: string;
  readonly keyFile: string;
  readonly keyName: string;
  /** The visible files, relative to the base directory. */
  readonly documents: readonly string[];
}

/**
 * Creates the demo's agents and their keys on the first start. Later starts update them if the settings changed, such
 * as when a model's key was added, unless the operator has changed the agent. If there should be no demo, none is
 * created, but an existing one is still updated: its key works, and must not use a model that everybody can ask.
 *
 * @returns `undefined` if there should be no demo, or if the operator deleted the guide or revoked its key: then the
 *   demo
 *   does not come back, and neither does the shop
 */
export async function prepareDemo(dependencies: Dependencies): Promise<Demo | undefined> {
  const { settings } = dependencies;
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
    for (const plan of [guidePlan, shopPlan]) await keepAgent(dependencies, plan, { mayMake: false });
    return undefined;
  }
  const guide = await prepareAgent(dependencies, guidePlan);
  if (!guide) return undefined;
  const shop = await prepareAgent(dependencies, shopPlan);
  return {
    answers: guide.owner === "ours" ? answers : "as set by its operator",
    guide,
    shop: shop && { ...shop, secret: randomBytes(32).toString("base64url") },
  };
}

function keepAgent(
  { storage, clock }: Dependencies,
  { definition, baseDirectory, note }: Plan,
  { mayMake }: { readonly mayMake: boolean },
) {
  return ensureDemoAgent({ definition, baseDirectory }, { storage, note, mayMake, at: clock.wallMs() });
}

async function prepareAgent(
  dependencies: Dependencies,
  plan: Plan,
): Promise<(DemoAgent & { readonly owner: "ours" | "operator's" }) | undefined> {
  const owner = await keepAgent(dependencies, plan, { mayMake: true });
  if (!owner) return undefined;
  const { storage, settings, clock } = dependencies;
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
