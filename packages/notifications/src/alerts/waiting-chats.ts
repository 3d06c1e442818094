import type { Storage, WaitingChat, AlertedPerson } from "@servicechat/storage";
import { includesRole } from "@servicechat/contract/admin";

/** How long a missed chat is still mentioned, in milliseconds. */
const missedMs = 3_600_000;
/** How long after a visitor left an address people are still notified of it, in milliseconds. */
const addressMs = 86_400_000;

/** How recent chats must be for people to be notified of them. */
export const alertsSince = (now: number) => ({
  missedSince: now - missedMs,
  addressSince: now - addressMs,
});

/** Reads the chats that people are notified of, whatever the channel. */
export function readWaiting(
  { alerts }: Pick<Storage, "alerts">,
  now: number,
): Promise<readonly WaitingChat[]> {
  return alerts.waiting({ ...alertsSince(now), now });
}

/** Whether a person is available and may take this chat. */
export function mayTake(
  { role, agents, available }: AlertedPerson,
  { agentId }: Pick<WaitingChat, "agentId">,
): boolean {
  return available && includesRole(role, "responder") && (agents === null || agents.includes(agentId));
}
