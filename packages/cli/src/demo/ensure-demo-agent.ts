import { isDeepStrictEqual } from "node:util";
import { parseAgentFile, type AgentDefinition } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";

/** A demo agent as this version and these settings would make it. */
interface MadeAgent {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
}

/**
 * Creates a demo agent on the first start, if allowed, and updates it later. The storage keeps the last state made here
 * under the name `note`, so that the operator's changes can be told from our own.
 *
 * @returns the current agent; `undefined` if it was never created or the operator deleted it: it does not come back
 */
export async function ensureDemoAgent(
  made: MadeAgent,
  {
    storage,
    note,
    mayMake,
    at,
  }: {
    readonly storage: Pick<Storage, "agents" | "keyValues">;
    readonly note: string;
    readonly mayMake: boolean;
    readonly at: number;
  },
): Promise<"ours" | "operator's" | undefined> {
  const stamp = await storage.keyValues.read(note);
  const { id } = made.definition;
  const stored = await storage.agents.find(id);
  if (!stored && (stamp !== undefined || !mayMake)) return undefined;
  const state = JSON.stringify(made);
  // A start that was killed between the two writes has left the agent without its note.
  if (stored && !isOurs(stamp, stored) && !isOurs(state, stored)) return "operator's";
  await storage.agents.put({ id, ...made, at });
  if (stamp !== state) await storage.keyValues.save(note, state);
  return "ours";
}

/** Whether the stored agent is what was last written, by this version or by one that knew fewer fields. */
function isOurs(stamp: string | undefined, { definition, baseDirectory }: MadeAgent): boolean {
  if (stamp === undefined) return false;
  const written = JSON.parse(stamp) as { readonly definition?: unknown };
  const read = parseAgentFile(written.definition);
  const whole = "agent" in read ? { ...written, definition: asJson(read.agent) } : written;
  return isDeepStrictEqual(whole, asJson({ definition, baseDirectory }));
}

function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
