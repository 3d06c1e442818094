import type { Filling } from "../test/growth/fill-database.ts";

/** What a database of this many chats has besides: as many gaps and pages as fit them. Nothing has expired. */
export function filledWith(chats: number): Filling {
  return {
    chats,
    expired: 0,
    closing: 0,
    longTurns: 10,
    documents: Math.ceil(chats / 5),
    closedGaps: Math.floor(chats / 10),
    words: 60,
  };
}
