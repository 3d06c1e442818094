import type { AgentNames } from "../inbox/agent-names.ts";
import { showHidden } from "./show-hidden.ts";

/** Agents by their names, on one line; of one that is gone or not known yet, its id. */
export function agentList(ids: readonly string[], names: AgentNames): string {
  return ids.map((id) => showHidden(names.get(id) ?? id)).join(", ");
}
