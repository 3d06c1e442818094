import { expect, test } from "vitest";
import { StorageUnavailable } from "../../src/index.ts";
import { createConnectionQueue } from "../../src/sqlite/connection-queue.ts";
import { createLogEmptier } from "../../src/sqlite/write-ahead-log.ts";

/** A log whose checkpoints end when they are told to. */
function sampleLog({ wait = async () => {} }: { readonly wait?: () => Promise<void> } = {}) {
  const queue = createConnectionQueue();
  const attempts: PromiseWithResolvers<boolean>[] = [];
  let advances = 0;
  const checkpoints = {
    async advance() {
      advances += 1;
    },
    truncate() {
      const attempt = Promise.withResolvers<boolean>();
      attempts.push(attempt);
      return attempt.promise;
    },
  };
  const emptyLog = createLogEmptier({ checkpoints, queue, wait });
  return {
    queue,
    emptyLog,
    attempts,
    advances: () => advances,
    /** Resolves with this attempt once it is under way. */
    async attempt(number: number) {
      await expect.poll(() => attempts.length).toBeGreaterThanOrEqual(number);
      return attempts[number - 1];
    },
  };
}

test("erasures that wait at the same time share one emptying of the log, and one that comes during it waits for another", async () => {
  const log = sampleLog();
  const first = Promise.all(Array.from({ length: 20 }, () => log.emptyLog()));
  const attempt = await log.attempt(1);
  const late = log.emptyLog();
  attempt?.resolve(true);
  await first;
  (await log.attempt(2))?.resolve(true);
  await late;
  expect(log.attempts).toHaveLength(2);
  expect(log.advances()).toBe(2);
});

test("while the log is cut, others wait for the connection outside SQLite, and nobody waits between two attempts", async () => {
  const pause = Promise.withResolvers<void>();
  const log = sampleLog({ wait: () => pause.promise });
  const emptied = log.emptyLog();
  const attempt = await log.attempt(1);
  const order: string[] = [];
  const entered = log.queue.enter().then(() => order.push("entered"));
  order.push("busy");
  attempt?.resolve(false);
  await entered;
  expect(order).toEqual(["busy", "entered"]);

  log.queue.leave();
  pause.resolve();
  (await log.attempt(2))?.resolve(true);
  await emptied;
});

test("a log that cannot be emptied fails those who wait for it, and the next ones try again", async () => {
  const log = sampleLog();
  const failed = log.emptyLog();
  (await log.attempt(1))?.reject(new StorageUnavailable(new Error("disk I/O error")));
  await expect(failed).rejects.toThrow(StorageUnavailable);
  const again = log.emptyLog();
  (await log.attempt(2))?.resolve(true);
  await again;
});
