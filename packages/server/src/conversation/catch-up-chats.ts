import { setTimeout as pause } from "node:timers/promises";
import type { ChatStore } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { runEvery } from "../run-every.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";

interface Parts {
  readonly chats: Pick<ChatStore, "catchUp">;
  readonly log: Log;
}

/** Between two parts of much work, so that visitors come first, in milliseconds. */
const restMs = 20;

/**
 * Keeps lists and search for operators at most a second behind what is said, and brings chats into them that an earlier
 * version left. Returns the function that stops it.
 */
export function catchUpChats({ chats, log }: Parts): () => Promise<void> {
  const stopped = new AbortController();
  const failureLog = createRepeatedFailureLog(log, {
    failing: "lists of chats could not be brought up to date, trying again until they are",
    working: "lists of chats are brought up to date again",
  });
  const stopRunning = runEvery({
    everyMs: 1_000,
    async run() {
      while (!stopped.signal.aborted && (await chats.catchUp()))
        await pause(restMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      failureLog.recovered();
    },
    failed: (cause) => failureLog.failed(causeOf(cause)),
  });
  return () => {
    stopped.abort();
    return stopRunning();
  };
}
