import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@servicechat/knowledge";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";
import { demoDefinition } from "./demo-definition.ts";
import { readDemoDocuments } from "./demo-documents.ts";
import { demoKey } from "./demo-key.ts";
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

/** Under this name the storage keeps the demo agent as it was last made here. */
const note = "demo-agent";
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
  const { definition, answers } = demoDefinition(settings);
  const made = { definition, baseDirectory: repository };
  const mark = await storage.notes.take(note);
  // Written back first: a crash from here on leaves a demo that is looked at as the operator's own, never a lost one.
  if (mark !== undefined) await storage.notes.save(note, mark);

  const stored = await storage.agents.find(definition.id);
  if (!stored && mark !== undefined) return undefined;
  const isOurs = stored === undefined || isMarked(mark, stored);
  if (isOurs) {
    await storage.agents.put({ id: definition.id, ...made, at });
    await storage.notes.save(note, JSON.stringify(made));
  }

  const key = await demoKey({ keys: storage.keys, settings, agentId: definition.id, at, randomBytes });
  if (key === undefined) return undefined;
  return {
    agentId: definition.id,
    key,
    answers: isOurs ? answers : "as set by its operator",
    documents: await readDemoDocuments(repository),
  };
}

/** Whether the stored agent is still what was written last, by this version or by one that knew fewer fields. */
function isMarked(
  mark: string | undefined,
  { definition, baseDirectory }: { definition: object; baseDirectory: string },
): boolean {
  if (mark === undefined) return false;
  const written = JSON.parse(mark) as { readonly definition?: unknown };
  const read = parseAgentFile(written.definition);
  const whole = "agent" in read ? { ...written, definition: asJson(read.agent) } : written;
  return isDeepStrictEqual(whole, asJson({ definition, baseDirectory }));
}

function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
