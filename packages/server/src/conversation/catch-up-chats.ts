import { setTimeout as pause } from "node:timers/promises";
import type { ChatIndex } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { pollEvery } from "../poll-every.ts";

interface Dependencies {
  readonly chatIndex: Pick<ChatIndex, "catchUp">;
  readonly log: Log;
}

/** Between two parts of much work, so that visitors come first, in milliseconds. */
const restMs = 20;

/**
 * Keeps lists and search for operators at most a second behind what is said, and adds chats from before an upgrade.
 * Returns the function that stops it.
 */
export function catchUpChats({ chatIndex, log }: Dependencies): () => Promise<void> {
  const stopped = new AbortController();
  const stopPolling = pollEvery({
    everyMs: 1_000,
    async poll() {
      while (!stopped.signal.aborted && (await chatIndex.catchUp()))
        await pause(restMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    },
    log,
    failing: "lists of chats could not be brought up to date, trying again until they are",
    working: "lists of chats are brought up to date again",
  });
  return () => {
    stopped.abort();
    return stopPolling();
  };
}
