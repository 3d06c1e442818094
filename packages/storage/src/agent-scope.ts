import { sql, type RawBuilder } from "kysely";

/** The scope of an operator or token. Every query for operators requires one, so that none can forget it. */
export interface AgentScope {
  /** Ids of agents; `null` is all of them. */
  readonly agents: readonly string[] | null;
}

/** Whether a row is of an agent that the actor may see. @param column of the agent's id */
export function inScope({ agents }: AgentScope, column: string): RawBuilder<boolean> {
  if (agents === null) return sql`1 = 1`;
  if (agents.length === 0) return sql`1 = 0`;
  return sql`${sql.ref(column)} in (${sql.join(agents)})`;
}

/** Whether the actor may see an agent. */
export function isInScope({ agents }: AgentScope, agentId: string): boolean {
  return agents === null || agents.includes(agentId);
}
