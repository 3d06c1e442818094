import { sql, type RawBuilder } from "kysely";
import type { AgentScope } from "./agent-scope.ts";

/** Whether a row is of an agent that the actor may see. @param column of the agent's id */
export function inScope({ agents }: AgentScope, column: string): RawBuilder<boolean> {
  if (agents === null) return sql`1 = 1`;
  if (agents.length === 0) return sql`1 = 0`;
  return sql`${sql.ref(column)} in (${sql.join(agents)})`;
}
