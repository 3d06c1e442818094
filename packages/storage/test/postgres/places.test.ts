import { expect, test, vi } from "vitest";
import { createConnectionSemaphore } from "../../src/postgres/connection-semaphore.ts";

test("semaphore are handed on in the order they were asked for", async () => {
  const semaphore = createConnectionSemaphore({ max: 2, standstillMs: 1000, silence: () => 0 });
  const taken: number[] = [];
  const asked = [0, 1, 2, 3, 4].map((number) => semaphore.take().then(() => taken.push(number)));
  await Promise.all(asked.slice(0, 2));
  expect(taken).toEqual([0, 1]);
  for (const _ of asked) semaphore.giveBack();
  await Promise.all(asked);
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test("who waits is patient while the line moves, and gives up once it stands still", async () => {
  vi.useFakeTimers();
  try {
    let silent = 10;
    const semaphore = createConnectionSemaphore({ max: 1, standstillMs: 1000, silence: () => silent });
    await semaphore.take();
    let outcome = "waiting";
    const second = semaphore.take().catch(() => (outcome = "gave up"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(outcome).toBe("waiting");
    silent = 1000;
    await vi.advanceTimersByTimeAsync(1000);
    await second;
    expect(outcome).toBe("gave up");
    // The place is still there for the next one.
    semaphore.giveBack();
    await semaphore.take();
  } finally {
    vi.useRealTimers();
  }
});

test("answers that came while this process stood still are read before the line counts as still", async () => {
  let silent = 1000;
  const semaphore = createConnectionSemaphore({ max: 1, standstillMs: 20, silence: () => silent });
  await semaphore.take();
  const outcome = semaphore.take().then(
    () => "entered",
    () => "gave up",
  );
  setTimeout(() => setImmediate(() => (silent = 0)), 0); // as a socket that is read after the timers
  // Timers of one length go in the order of their starts: the line has been looked at by then.
  const looked = new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20));
  const standsStillUntil = performance.now() + 50;
  while (performance.now() < standsStillUntil);
  await looked;
  semaphore.giveBack();
  expect(await outcome).toBe("entered");
});
