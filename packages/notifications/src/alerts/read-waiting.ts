import type { Storage, WaitingChat } from "@servicechat/storage";

/** How long one in which nobody came is still mentioned, in milliseconds. */
const missedMs = 3_600_000;
/** How long after a visitor left an address people are still told of it, in milliseconds. */
const addressMs = 86_400_000;

/** Since when chats are such that people are told of them. */
export const alertsSince = (now: number) => ({
  missedSince: now - missedMs,
  addressSince: now - addressMs,
});

/** Reads the chats of which people are told, by whatever channel. */
export function readWaiting(
  { alerts }: Pick<Storage, "alerts">,
  now: number,
): Promise<readonly WaitingChat[]> {
  return alerts.waiting({ ...alertsSince(now), now });
}
