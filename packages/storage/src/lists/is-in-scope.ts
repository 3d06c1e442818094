import type { AgentScope } from "../chats/chat-store.ts";

/** Whether somebody may see an agent. */
export function isInScope({ agents }: AgentScope, agentId: string): boolean {
  return agents === null || agents.includes(agentId);
}
