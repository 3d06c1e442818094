import { expect, test } from "vitest";
import { runEvery } from "../src/run-every.ts";

/** Waits until something else has run a few times at the same pace: what is due by then has begun. */
async function afterAFewRuns(): Promise<void> {
  const fourth = Promise.withResolvers<void>();
  let runs = 0;
  const end = runEvery({
    everyMs: 1,
    run: async () => void (++runs === 4 && fourth.resolve()),
    failed: (cause) => expect.unreachable(String(cause)),
  });
  await fourth.promise;
  await end();
}

test("a run that takes long is waited for, both by the next one and by who ends it", async () => {
  const under = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  let runs = 0;
  const end = runEvery({
    everyMs: 1,
    run() {
      runs++;
      began.resolve();
      return under.promise;
    },
    failed: (cause) => expect.unreachable(String(cause)),
  });
  await began.promise;
  await afterAFewRuns();
  expect(runs).toBe(1);

  let hasEnded = false;
  const ended = end().then(() => (hasEnded = true));
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  under.resolve();
  await ended;
  await afterAFewRuns();
  expect(runs).toBe(1);
});

test("a failed run is reported, and followed by the next", async () => {
  const failures: unknown[] = [];
  const third = Promise.withResolvers<void>();
  let runs = 0;
  const end = runEvery({
    everyMs: 1,
    async run() {
      if (++runs === 3) return third.resolve();
      throw new Error(`run ${runs}`);
    },
    failed: (cause) => failures.push(cause),
  });
  await third.promise;
  await end();
  expect(failures).toEqual([new Error("run 1"), new Error("run 2")]);
});
