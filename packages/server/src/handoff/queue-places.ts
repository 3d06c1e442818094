import type { ChatInHand } from "@servicechat/storage";

/**
 * How many chats of the same agent have been waiting for a person for longer, by session, for each chat that waits: the
 * same on every node.
 */
export function queuePlaces(inHand: readonly ChatInHand[]): ReadonlyMap<string, number> {
  const waiting = inHand.filter(({ holder }) => holder === "waiting").toSorted(byWait);
  const places = new Map<string, number>();
  for (const queue of Map.groupBy(waiting, ({ agentId }) => agentId).values())
    for (const [before, { sessionId }] of queue.entries()) places.set(sessionId, before);
  return places;
}

const byWait = (one: ChatInHand, other: ChatInHand): number =>
  (one.since ?? 0) - (other.since ?? 0) || (one.sessionId < other.sessionId ? -1 : 1);
