import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Place, TurnOrder } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

/** Turn order: two POSTs on one session are served in order; one runs and three wait. */
export function turnsSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: turn order`, () => {
    test("a turn alone in its session runs at once", async () => {
      await using coordination = await open(createManualClock());
      const place = await reserved(coordination.turns, "s");
      expect(place.isWaiting()).toBe(false);
      await place.lineUp(1);
      expect(place.isWaiting()).toBe(false);
    });

    test("a turn waits until every earlier one has left", async () => {
      await using coordination = await open(createManualClock());
      const { places, arrived } = await line(coordination.turns, [1, 2, 3]);
      expect(await arrived()).toEqual([1]);
      expect(places.map((place) => place.isWaiting())).toEqual([false, true, true]);
      places[0]?.leave();
      expect(await arrived()).toEqual([1, 2]);
      places[1]?.leave();
      expect(await arrived()).toEqual([1, 2, 3]);
    });

    test("turns go by number, whatever the order of the calls", async () => {
      await using coordination = await open(createManualClock());
      const running = await line(coordination.turns, [1]);
      const { places, arrived } = await line(coordination.turns, [4, 2, 3]);
      running.places[0]?.leave();
      expect(await arrived()).toEqual([2]);
      places[1]?.leave();
      expect(await arrived()).toEqual([2, 3]);
      places[2]?.leave();
      expect(await arrived()).toEqual([2, 3, 4]);
    });

    test("a place that has not said its number is waited for", async () => {
      await using coordination = await open(createManualClock());
      const silent = await reserved(coordination.turns, "s");
      const { arrived } = await line(coordination.turns, [2]);
      expect(await arrived()).toEqual([]);
      await silent.lineUp(1);
      expect(await arrived()).toEqual([]);
      silent.leave();
      expect(await arrived()).toEqual([2]);
    });

    test("a place that leaves without a number lets the others go on", async () => {
      await using coordination = await open(createManualClock());
      const silent = await reserved(coordination.turns, "s");
      const { arrived } = await line(coordination.turns, [5]);
      silent.leave();
      expect(await arrived()).toEqual([5]);
    });

    test("a place that leaves while it waits is passed over and never has its turn", async () => {
      await using coordination = await open(createManualClock());
      const { places, arrived } = await line(coordination.turns, [1, 2, 3]);
      expect(await arrived()).toEqual([1]);
      places[1]?.leave();
      places[0]?.leave();
      expect(await arrived()).toEqual([1, 3]);
    });

    test("beside one running and three waiting there is no place, until one leaves", async () => {
      await using coordination = await open(createManualClock());
      const { places } = await line(coordination.turns, [1, 2, 3]);
      await reserved(coordination.turns, "s");
      expect(await coordination.turns.reserve("s")).toBeUndefined();
      places[0]?.leave();
      expect(await coordination.turns.reserve("s")).toBeDefined();
      expect(await coordination.turns.reserve("s")).toBeUndefined();
    });

    test("leaving twice frees one place, not two", async () => {
      await using coordination = await open(createManualClock());
      const { places } = await line(coordination.turns, [1, 2, 3, 4]);
      places[0]?.leave();
      places[0]?.leave();
      expect(await coordination.turns.reserve("s")).toBeDefined();
      expect(await coordination.turns.reserve("s")).toBeUndefined();
    });

    test("a place of a line that became empty does not reach into the next line", async () => {
      await using coordination = await open(createManualClock());
      const old = await reserved(coordination.turns, "s");
      old.leave();
      const { arrived } = await line(coordination.turns, [1, 2, 3, 4]);
      old.leave();
      expect(await coordination.turns.reserve("s")).toBeUndefined();
      expect(await arrived()).toEqual([1]);
    });

    test("sessions do not wait for each other", async () => {
      await using coordination = await open(createManualClock());
      await line(coordination.turns, [1, 2, 3, 4]);
      const other = await reserved(coordination.turns, "__proto__");
      await other.lineUp(9);
      expect(other.isWaiting()).toBe(false);
    });

    test("in any interleaving at most one runs, and it is the lowest of all that have a number", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: 11 }), { maxLength: 60 }), async (moves) => {
          await using coordination = await open(createManualClock());
          await play(coordination.turns, moves);
        }),
        { numRuns: 200 },
      );
    });
  });
}

/** One place as the test knows it. */
interface Known {
  readonly place: Place;
  number: number | undefined;
  arrived: boolean;
}

/** Plays moves (reserve, say the number, leave) against a model that is written down as the rules are. */
async function play(turns: TurnOrder, moves: readonly number[]): Promise<void> {
  const standing: Known[] = [];
  let numbered = 0;
  for (const move of moves) {
    const chosen = standing[move % 4];
    if (move < 4) {
      const place = await turns.reserve("s");
      expect(place === undefined).toBe(standing.length === 4);
      if (place) standing.push({ place, number: undefined, arrived: false });
    } else if (chosen && move < 8 && chosen.number === undefined) {
      // Numbers come from the storage: each is higher than all before, but said late or early.
      chosen.number = ++numbered;
      void chosen.place.lineUp(chosen.number).then(() => (chosen.arrived = true));
    } else if (chosen && move >= 8) {
      standing.splice(standing.indexOf(chosen), 1);
      chosen.place.leave();
    }
    await settled(turns);
    expectOrder(standing);
  }
}

function expectOrder(standing: readonly Known[]): void {
  const running = standing.filter((known) => known.arrived);
  expect(running.length).toBeLessThanOrEqual(1);
  const lowest = Math.min(...standing.map((known) => known.number ?? Number.POSITIVE_INFINITY));
  if (running[0]) expect(running[0].number).toBe(lowest);
  const allNumbered = standing.every((known) => known.number !== undefined);
  if (standing.length > 0 && allNumbered) expect(running).toHaveLength(1);
  for (const known of standing) {
    expect(known.place.isWaiting()).toBe(known.number !== undefined && !known.arrived);
  }
}

async function reserved(turns: TurnOrder, sessionId: string): Promise<Place> {
  const place = await turns.reserve(sessionId);
  if (!place) throw new Error("No place was left.");
  return place;
}

/** Takes a place for each number first, then lines all up in this order; `arrived` are those whose turn came, in order. */
async function line(turns: TurnOrder, numbers: readonly number[]) {
  const came: number[] = [];
  const places: Place[] = [];
  for (const _ of numbers) places.push(await reserved(turns, "s"));
  numbers.forEach((number, index) => void places[index]?.lineUp(number).then(() => came.push(number)));
  const arrived = async (): Promise<readonly number[]> => {
    await settled(turns);
    return came;
  };
  return { places, arrived };
}

/** Waits until everything said so far has had its effect: what a new line answers comes after it. */
async function settled(turns: TurnOrder): Promise<void> {
  (await turns.reserve("settled"))?.leave();
  await new Promise((resolve) => setImmediate(resolve));
}
