import type { AgentScope } from "./agent-scope.ts";

/** Whether somebody may see an agent. */
export function isInScope({ agents }: AgentScope, agentId: string): boolean {
  return agents === null || agents.includes(agentId);
}
