import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createManualClock } from "./manual-clock.ts";
import type { DriverTraits, OpenCoordination } from "./suite.ts";

/**
 * A clean restart keeps the window (docs/decisions.md, "Kind of window"): the monotonic clock starts again, the wall
 * clock continues.
 */
export function restartSuite(driver: string, open: OpenCoordination, { windowsSurvive }: DriverTraits): void {
  /** Counts `requests` of key `k`, one a second, then stops and restarts after `downMs`. */
  async function restart({ requests = 3, downMs = 0, jumpMs = 0 }) {
    const before = createManualClock({ monotonicMs: 86_400_000 });
    await using stopped = await open(before);
    for (let request = 0; request < requests; request++) {
      await stopped.counter.count("k", requests);
      before.advance(1_000);
    }
    const snapshot = stopped.counter.snapshot();
    const clock = createManualClock({
      monotonicMs: 100,
      wallMs: before.wallMs() + downMs + jumpMs,
      serverMs: before.serverMs() + downMs,
    });
    const coordination = await open(clock, { restartOf: stopped });
    coordination.counter.restore(snapshot);
    return { clock, coordination };
  }

  describe(`${driver}: request windows across a restart`, () => {
    test("a restart forgets no request that is still in the window", async () => {
      const { clock, coordination } = await restart({ requests: 3, downMs: 7_000 });
      await using _ = coordination;
      // Counted 10, 9 and 8 seconds ago.
      expect(await coordination.counter.count("k", 3)).toEqual({ accepted: false, left: 0, resetMs: 50_000 });
      clock.advance(50_000);
      expect(await coordination.counter.count("k", 3)).toMatchObject({
        accepted: true,
        left: 0,
        resetMs: 1_000,
      });
    });

    test("the windows of an hour survive too, separate from those of a minute", async () => {
      const before = createManualClock();
      await using stopped = await open(before);
      await stopped.hourCounter.count("k", 1);
      const snapshots = [stopped.counter.snapshot(), stopped.hourCounter.snapshot()] as const;
      const clock = createManualClock({
        wallMs: before.wallMs() + 600_000,
        serverMs: before.serverMs() + 600_000,
      });
      await using coordination = await open(clock, { restartOf: stopped });
      coordination.counter.restore(snapshots[0]);
      coordination.hourCounter.restore(snapshots[1]);
      expect(await coordination.counter.peek("k", 1)).toMatchObject({ accepted: true });
      expect(await coordination.hourCounter.peek("k", 1)).toMatchObject({
        accepted: false,
        resetMs: 3_000_000,
      });
    });

    test("a request leaves the window while the service is down", async () => {
      const { coordination } = await restart({ requests: 3, downMs: 57_000 });
      await using _ = coordination;
      expect(await coordination.counter.peek("k", 3)).toEqual({ accepted: true, left: 1, resetMs: 1_000 });
    });

    test("after a minute without requests the snapshot is empty", async () => {
      const { coordination } = await restart({ requests: 3, downMs: 60_000 });
      await using _ = coordination;
      expect(await coordination.counter.peek("k", 3)).toEqual({ accepted: true, left: 3, resetMs: 0 });
    });

    test("a wall clock that was set back allows no extra requests, and blocks no key for longer than a minute", async () => {
      const { clock, coordination } = await restart({ requests: 3, downMs: 2_000, jumpMs: -3_600_000 });
      await using _ = coordination;
      const refused = await coordination.counter.peek("k", 3);
      // A snapshot cannot know how old it is; a server's own clock was not set back.
      const resetMs = windowsSurvive === "in a server" ? 55_000 : 57_000;
      expect(refused).toEqual({ accepted: false, left: 0, resetMs });
      clock.advance(60_000);
      expect(await coordination.counter.peek("k", 3)).toEqual({ accepted: true, left: 3, resetMs: 0 });
    });

    test("a snapshot is added to what was counted since the start", async () => {
      const before = createManualClock();
      await using stopped = await open(before);
      await stopped.counter.count("k", 2);
      before.advance(20_000);
      const clock = createManualClock({ wallMs: before.wallMs(), serverMs: before.serverMs() });
      await using coordination = await open(clock, { restartOf: stopped });
      await coordination.counter.count("k", 2);
      coordination.counter.restore(stopped.counter.snapshot());
      expect(await coordination.counter.peek("k", 2)).toEqual({ accepted: false, left: 0, resetMs: 40_000 });
      clock.advance(40_000);
      expect(await coordination.counter.peek("k", 2)).toEqual({ accepted: true, left: 1, resetMs: 20_000 });
    });

    if (windowsSurvive === "in a server")
      test("a snapshot is empty if a server keeps the windows", async () => {
        await using coordination = await open(createManualClock());
        await coordination.counter.count("just-now", 2);
        expect(coordination.counter.snapshot()).toBe("");
      });
    else
      test("a snapshot contains no key that was not used for a minute", async () => {
        const clock = createManualClock();
        await using coordination = await open(clock);
        await coordination.counter.count("long-ago", 2);
        clock.advance(60_000);
        await coordination.counter.count("just-now", 2);
        const snapshot = coordination.counter.snapshot();
        expect(snapshot).toContain("just-now");
        expect(snapshot).not.toContain("long-ago");
      });

    test("text that is not a snapshot is ignored", async () => {
      await using coordination = await open(createManualClock());
      const untouched = { accepted: true, left: 2, resetMs: 0 };
      for (const text of unreadable) {
        expect(() => coordination.counter.restore(text)).not.toThrow();
        expect(await coordination.counter.peek("k", 2), text).toEqual(untouched);
      }
      fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => coordination.counter.restore(text)));
    });
  });
}

const unreadable = [
  "",
  "null",
  "[]",
  "{",
  '{"version":2,"takenAt":1790000000000,"ages":[["k",[1]]]}',
  '{"version":1,"takenAt":"now","ages":[["k",[1]]]}',
  '{"version":1,"takenAt":0,"ages":{"k":[1]}}',
  '{"version":1,"takenAt":1790000000000,"ages":[["k",[-1]]]}',
  '{"version":1,"takenAt":1790000000000,"ages":[["k",["1"]]]}',
  '{"version":1,"takenAt":1790000000000,"ages":[["k",[1]],["k"]]}',
  '{"version":1,"takenAt":1790000000000,"ages":[[1,[1]]]}',
];
