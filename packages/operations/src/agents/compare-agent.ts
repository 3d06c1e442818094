import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord } from "@servicechat/storage";
import { changedFields } from "../agent-file/changed-fields.ts";

/** The effect of applying an agent file. */
export interface AgentChange {
  readonly id: string;
  readonly result: "created" | "updated" | "unchanged";
  /** The fields that change; empty for a new agent. */
  readonly changed: readonly string[];
}

/** Compares an agent as its file describes it with the one that is stored, if there is one. */
export function compareAgent(
  before: Pick<AgentRecord, "definition" | "baseDirectory"> | undefined,
  { definition, baseDirectory }: { readonly definition: AgentDefinition; readonly baseDirectory: string },
): AgentChange {
  const { id } = definition;
  if (!before) return { id, result: "created", changed: [] };
  const moved = before.baseDirectory === baseDirectory ? [] : ["folder of the file"];
  const changed = [...changedFields(before.definition, definition), ...moved];
  return { id, result: changed.length > 0 ? "updated" : "unchanged", changed };
}
