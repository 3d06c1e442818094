import { includesRole } from "@servicechat/contract/admin";
import type { AlertedPerson, WaitingChat } from "@servicechat/storage";

/** Whether somebody takes chats just now, and may take this one. */
export function mayTake(
  { role, agents, available }: AlertedPerson,
  { agentId }: Pick<WaitingChat, "agentId">,
): boolean {
  return available && includesRole(role, "responder") && (agents === null || agents.includes(agentId));
}
