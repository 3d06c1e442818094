import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Clock } from "@servicechat/knowledge";
import type { Storage } from "@servicechat/storage";
import { readDemoDocuments } from "./demo-documents.ts";
import { demoGuide } from "./demo-guide.ts";
import { demoKey } from "./demo-key.ts";
import { demoModel } from "./demo-model.ts";
import { keepDemoAgent } from "./keep-demo-agent.ts";
import type { Settings } from "./settings.ts";

/** The demo, ready to serve. Its knowledge is synced by the caller, in the background. */
export interface Demo {
  readonly agentId: string;
  /** The whole key: only the demo's is kept in the open, since its page shows it to everybody. */
  readonly key: string;
  /** Who answers, for people, such as "claude-haiku-4-5 (Anthropic)". */
  readonly answers: string;
  /** The documents that its answers link to, by path below `/demo/docs/`. */
  readonly documents: ReadonlyMap<string, string>;
}

/** The demo answers questions about this project, from its own documents. */
const repository = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Makes the demo agent and its key on first start. Later it is brought up to date when the settings changed, such as
 * a model's key that appeared, unless the operator changed the agent.
 *
 * @returns `undefined` when the operator deleted the demo agent or revoked its key: it does not come back
 */
export async function prepareDemo({
  storage,
  settings,
  clock,
}: {
  readonly storage: Storage;
  readonly settings: Settings;
  readonly clock: Clock;
}): Promise<Demo | undefined> {
  const at = clock.wallMs();
  const { model, answers } = demoModel(settings.environment);
  const definition = demoGuide(settings, model);
  const agentId = definition.id;
  const owner = await keepDemoAgent(
    { definition, baseDirectory: repository },
    { storage, note: "demo-agent", at },
  );
  if (!owner) return undefined;
  const key = await demoKey({ keys: storage.keys, settings, agentId, at, randomBytes });
  if (key === undefined) return undefined;
  return {
    agentId,
    key,
    answers: owner === "ours" ? answers : "as set by its operator",
    documents: await readDemoDocuments(repository),
  };
}
