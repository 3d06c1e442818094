import { isDeepStrictEqual } from "node:util";
import { parseAgentFile, type AgentDefinition } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";

/** An agent of the demo as this version and these settings make it. */
interface MadeAgent {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
}

/**
 * Makes an agent of the demo on first start, if it may, and brings it up to date later. The storage keeps it under the name `note`
 * as it was last made here, so that the operator's changes can be told from our own.
 *
 * @returns whose agent it is now; `undefined` when it was never made, or the operator deleted it: it does not come back
 */
export async function ensureDemoAgent(
  made: MadeAgent,
  {
    storage,
    note,
    mayMake,
    at,
  }: {
    readonly storage: Pick<Storage, "agents" | "notes">;
    readonly note: string;
    readonly mayMake: boolean;
    readonly at: number;
  },
): Promise<"ours" | "operator's" | undefined> {
  const mark = await storage.notes.take(note);
  // Written back first: a crash from here on leaves a demo that is looked at as the operator's own, never a lost one.
  if (mark !== undefined) await storage.notes.save(note, mark);

  const { id } = made.definition;
  const stored = await storage.agents.find(id);
  if (!stored && (mark !== undefined || !mayMake)) return undefined;
  if (stored && !isMarked(mark, stored)) return "operator's";
  await storage.agents.put({ id, ...made, at });
  await storage.notes.save(note, JSON.stringify(made));
  return "ours";
}

/** Whether the stored agent is still what was written last, by this version or by one that knew fewer fields. */
function isMarked(mark: string | undefined, { definition, baseDirectory }: MadeAgent): boolean {
  if (mark === undefined) return false;
  const written = JSON.parse(mark) as { readonly definition?: unknown };
  const read = parseAgentFile(written.definition);
  const whole = "agent" in read ? { ...written, definition: asJson(read.agent) } : written;
  return isDeepStrictEqual(whole, asJson({ definition, baseDirectory }));
}

function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
