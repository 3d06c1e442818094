import type { ConversationStore } from "@servicechat/storage";
import type { Metrics, StorageOperation } from "./metrics.ts";
import { secondsSince } from "./seconds-since.ts";

/** The same store, with the time of its busiest operations counted, failed ones too. */
export function timeConversations(store: ConversationStore, metrics: Metrics): ConversationStore {
  function timed<Query extends readonly unknown[], Result>(
    operation: StorageOperation,
    run: (...query: Query) => Promise<Result>,
  ) {
    const times = metrics.storage[operation];
    return async (...query: Query): Promise<Result> => {
      const startedAt = performance.now();
      try {
        return await run(...query);
      } catch (cause) {
        metrics.storageFailures[operation]++;
        throw cause;
      } finally {
        times.observe(secondsSince(startedAt));
      }
    };
  }

  return {
    ...store,
    acceptTurn: timed("accept", (turn) => store.acceptTurn(turn)),
    saveProgress: timed("progress", (progress) => store.saveProgress(progress)),
    endReply: timed("end", (end) => store.endReply(end)),
    readTurns: timed("history", (query) => store.readTurns(query)),
  };
}
