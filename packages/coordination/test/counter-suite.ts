import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Coordination, RequestCounter } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { ManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

/** What differs between the counters of a coordination. */
interface CounterTraits {
  readonly windowMs: number;
  readonly counterOf: (coordination: Coordination) => RequestCounter;
}

/** One request counter: promises 18 and 19 of the limit, with time controlled by the test. */
export function counterSuite(
  driver: string,
  openAll: OpenCoordination,
  { windowMs, counterOf }: CounterTraits,
): void {
  const open = async (clock: ManualClock) => {
    const coordination = await openAll(clock);
    const close = () => coordination.close();
    return { counter: counterOf(coordination), [Symbol.asyncDispose]: close };
  };
  const { someMs, anyMs } = pausesAround(windowMs);

  describe(`${driver}: request counter, ${windowMs / 1_000} s`, () => {
    test("counts down to the limit and refuses the next one", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      const { counter } = coordination;

      expect(await counter.count("k", 2)).toMatchObject({ accepted: true, left: 1, resetMs: windowMs });
      clock.advance(1_500);
      expect(await counter.count("k", 2)).toMatchObject({
        accepted: true,
        left: 0,
        resetMs: windowMs - 1_500,
      });
      expect(await counter.count("k", 2)).toEqual({ accepted: false, left: 0, resetMs: windowMs - 1_500 });
    });

    test("lets a request leave the window exactly a window's length after it was counted", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      await coordination.counter.count("k", 1);

      clock.advance(windowMs - 1);
      expect(await coordination.counter.count("k", 1)).toMatchObject({ accepted: false, resetMs: 1 });
      clock.advance(1);
      expect(await coordination.counter.count("k", 1)).toMatchObject({ accepted: true, left: 0 });
    });

    test("does not count what it refused", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      await coordination.counter.count("k", 1);
      clock.advance(windowMs / 2);
      for (let tries = 0; tries < 5; tries++) await coordination.counter.count("k", 1);

      clock.advance(windowMs / 2);
      expect(await coordination.counter.count("k", 1)).toMatchObject({ accepted: true });
    });

    test("keeps keys separate, whatever their names", async () => {
      await using coordination = await open(createManualClock());
      for (const key of ["a", "b", "__proto__", "constructor"]) {
        expect(await coordination.counter.count(key, 1)).toMatchObject({ accepted: true });
        expect(await coordination.counter.count(key, 1)).toMatchObject({ accepted: false });
      }
    });

    test("reports a key's state without counting", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      const { counter } = coordination;
      const untouched = { accepted: true, left: 2, resetMs: 0 };

      expect(await counter.peek("k", 2)).toEqual(untouched);
      expect(await counter.peek("k", 2)).toEqual(untouched);
      await counter.count("k", 2);
      clock.advance(10_000);
      expect(await counter.peek("k", 2)).toEqual({ accepted: true, left: 1, resetMs: windowMs - 10_000 });
      expect(await counter.peek("k", 1)).toEqual({ accepted: false, left: 0, resetMs: windowMs - 10_000 });
      clock.advance(windowMs - 10_000);
      expect(await counter.peek("k", 2)).toEqual(untouched);
    });

    test("says when a request is accepted again after the limit was lowered below what is counted", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      for (let request = 0; request < 5; request++) {
        await coordination.counter.count("k", 5);
        clock.advance(1_000);
      }

      // Counted at 0, 1, 2, 3 and 4 seconds: with a limit of 2, the first four must leave.
      const refused = await coordination.counter.count("k", 2);
      expect(refused).toEqual({ accepted: false, left: 0, resetMs: windowMs - 2_000 });
      clock.advance(refused.resetMs - 1);
      expect(await coordination.counter.peek("k", 2)).toMatchObject({ accepted: false });
      clock.advance(1);
      expect(await coordination.counter.count("k", 2)).toMatchObject({ accepted: true, left: 0 });
    });

    test("holds a large limit exactly", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      const limit = 5_000;
      for (let request = 0; request < limit; request++) {
        if (!(await coordination.counter.count("k", limit)).accepted)
          expect.fail(`refused request ${request}`);
        clock.advance(1);
      }
      expect(await coordination.counter.count("k", limit)).toMatchObject({ accepted: false });
      clock.advance(windowMs - limit);
      expect(await coordination.counter.count("k", limit)).toMatchObject({ accepted: true, left: 0 });
    });

    test("does not use the wall clock while it runs", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      await coordination.counter.count("k", 1);
      clock.jumpWall(3_600_000);
      expect(await coordination.counter.peek("k", 1)).toMatchObject({ accepted: false, resetMs: windowMs });
      clock.jumpWall(-7_200_000);
      clock.advance(windowMs);
      expect(await coordination.counter.peek("k", 1)).toMatchObject({ accepted: true });
    });

    test("agrees with the list of all accepted times, at any times and limits", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(someMs, fc.integer({ min: 1, max: 6 })), { maxLength: 80 }),
          async (steps) => {
            const clock = createManualClock({ monotonicMs: 0.25 });
            await using coordination = await open(clock);
            const acceptedAt: number[] = [];
            for (const [ms, limit] of steps) {
              clock.advance(ms);
              const now = clock.monotonicMs();
              const recent = acceptedAt.filter((at) => now - at < windowMs);
              const { accepted, left } = await coordination.counter.count("k", limit);
              expect(accepted).toBe(recent.length < limit);
              if (accepted) acceptedAt.push(now);
              expect(left).toBe(Math.max(0, limit - recent.length - (accepted ? 1 : 0)));
            }
          },
        ),
      );
    });

    test("a request taken back was never counted, whichever of them it was", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(someMs, fc.option(fc.nat({ max: 5 }))), { maxLength: 40 }),
          async (steps) => {
            const clock = createManualClock();
            await using coordination = await open(clock);
            let counted: { readonly at: number; readonly id: number | string }[] = [];
            for (const [ms, takenBack] of steps) {
              clock.advance(ms);
              const now = clock.monotonicMs();
              counted = counted.filter(({ at }) => now - at < windowMs);
              const { accepted, id } = await coordination.counter.count("k", 3);
              expect(accepted).toBe(counted.length < 3);
              expect(id === undefined).toBe(!accepted);
              if (id !== undefined) counted.push({ at: now, id });
              const back = counted[takenBack ?? counted.length];
              if (back) coordination.counter.takeBack("k", back.id);
              counted = counted.filter((each) => each !== back);
              const [oldest] = counted;
              expect(await coordination.counter.peek("k", 3)).toEqual({
                accepted: counted.length < 3,
                left: 3 - counted.length,
                resetMs: oldest ? oldest.at + windowMs - now : 0,
              });
            }
          },
        ),
      );
    });

    test("taking back a request that is gone, or never existed, removes nothing else", async () => {
      const clock = createManualClock();
      await using coordination = await open(clock);
      const { id = "" } = await coordination.counter.count("k", 2);
      coordination.counter.takeBack("k", id);
      coordination.counter.takeBack("k", id);
      clock.advance(1);
      await coordination.counter.count("k", 2);
      for (const [key, each] of [
        ["k", id],
        ["k", 123_456],
        ["k", "x"],
        ["other", id],
      ] as const)
        coordination.counter.takeBack(key, each);
      expect(await coordination.counter.peek("k", 2)).toEqual({ accepted: true, left: 1, resetMs: windowMs });
    });

    test("accepts in no window more than the limit, and waiting for the given time always helps", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5 }),
          fc.array(anyMs, { maxLength: 60 }),
          async (limit, pauses) => {
            const clock = createManualClock({ monotonicMs: 17.3 });
            await using coordination = await open(clock);
            const acceptedAt: number[] = [];
            for (const pause of pauses) {
              clock.advance(pause);
              const first = await coordination.counter.count("k", limit);
              if (!first.accepted) {
                clock.advance(Math.ceil(first.resetMs / 1_000) * 1_000);
                expect(await coordination.counter.count("k", limit)).toMatchObject({ accepted: true });
              }
              acceptedAt.push(clock.monotonicMs());
            }
            // Clocks have a resolution of a microsecond, so an interval may seem that much shorter.
            acceptedAt.slice(limit).forEach((at, index) => {
              expect(at - (acceptedAt[index] ?? Number.NaN)).toBeGreaterThan(windowMs - 0.002);
            });
          },
        ),
      );
    });

    test("never refuses a client that stays within the limit", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5 }),
          fc.array(someMs, { maxLength: 60 }),
          async (limit, pauses) => {
            const clock = createManualClock();
            await using coordination = await open(clock);
            const sentAt: number[] = [];
            for (const pause of pauses) {
              clock.advance(pause);
              const wait = (sentAt.at(-limit) ?? Number.NEGATIVE_INFINITY) + windowMs - clock.monotonicMs();
              if (wait > 0) clock.advance(wait);
              sentAt.push(clock.monotonicMs());
              expect(await coordination.counter.count("k", limit)).toMatchObject({ accepted: true });
            }
          },
        ),
      );
    });
  });
}

/** Pauses around the window's own length, where mistakes would show; quarters of a millisecond add up exactly. */
function pausesAround(windowMs: number) {
  const longest = (windowMs * 4) / 3;
  const someMs = fc.oneof(
    fc.integer({ min: 0, max: longest }),
    fc.integer({ min: 0, max: windowMs * 6 }).map((quarters) => quarters / 4),
    fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1),
  );
  return { someMs, anyMs: fc.oneof(someMs, fc.double({ min: 0, max: longest, noNaN: true })) };
}
