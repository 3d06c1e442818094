import type { Log } from "./dependencies.ts";
import { runEvery } from "./run-every.ts";
import { causeOf } from "./telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "./telemetry/repeated-failure-log.ts";

interface Polling {
  /** The pause between two polls, in milliseconds. */
  readonly everyMs: number;
  readonly poll: () => Promise<void>;
  readonly log: Log;
  /** What the log says once when polls begin to fail. */
  readonly failing: string;
  /** What the log says once when they work again. */
  readonly working: string;
}

/** Polls as `runEvery` runs, and logs when polls begin to fail and when they work again. Returns the function that ends it. */
export function pollEvery({ everyMs, poll, log, ...sentences }: Polling): () => Promise<void> {
  const failureLog = createRepeatedFailureLog(log, sentences);
  return runEvery({
    everyMs,
    async run() {
      await poll();
      failureLog.recovered();
    },
    failed: (cause) => failureLog.failed(causeOf(cause)),
  });
}
