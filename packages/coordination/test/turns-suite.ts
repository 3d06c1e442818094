import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnSlot, TurnOrder } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

/** Turn order: two POSTs on one session are served in order; one runs and three wait. */
export function turnsSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: turn order`, () => {
    test("a single turn in its session runs at once", async () => {
      await using coordination = await open(createManualClock());
      const slot = await reserved(coordination.turns, "s");
      expect(slot.isWaiting()).toBe(false);
      await slot.lineUp(1);
      expect(slot.isWaiting()).toBe(false);
    });

    test("a turn waits until every earlier one has left", async () => {
      await using coordination = await open(createManualClock());
      const { slots, arrived } = await line(coordination.turns, [1, 2, 3]);
      expect(await arrived()).toEqual([1]);
      expect(slots.map((slot) => slot.isWaiting())).toEqual([false, true, true]);
      slots[0]?.leave();
      expect(await arrived()).toEqual([1, 2]);
      slots[1]?.leave();
      expect(await arrived()).toEqual([1, 2, 3]);
    });

    test("turns run by number, whatever the order of the calls", async () => {
      await using coordination = await open(createManualClock());
      const running = await line(coordination.turns, [1]);
      const { slots, arrived } = await line(coordination.turns, [4, 2, 3]);
      running.slots[0]?.leave();
      expect(await arrived()).toEqual([2]);
      slots[1]?.leave();
      expect(await arrived()).toEqual([2, 3]);
      slots[2]?.leave();
      expect(await arrived()).toEqual([2, 3, 4]);
    });

    test("a slot whose number is unknown is waited for", async () => {
      await using coordination = await open(createManualClock());
      const silent = await reserved(coordination.turns, "s");
      const { arrived } = await line(coordination.turns, [2]);
      expect(await arrived()).toEqual([]);
      await silent.lineUp(1);
      expect(await arrived()).toEqual([]);
      silent.leave();
      expect(await arrived()).toEqual([2]);
    });

    test("a slot that leaves without a number lets the others continue", async () => {
      await using coordination = await open(createManualClock());
      const silent = await reserved(coordination.turns, "s");
      const { arrived } = await line(coordination.turns, [5]);
      silent.leave();
      expect(await arrived()).toEqual([5]);
    });

    test("a slot that leaves while it waits is skipped and never gets its turn", async () => {
      await using coordination = await open(createManualClock());
      const { slots, arrived } = await line(coordination.turns, [1, 2, 3]);
      expect(await arrived()).toEqual([1]);
      slots[1]?.leave();
      slots[0]?.leave();
      expect(await arrived()).toEqual([1, 3]);
    });

    test("with one running and three waiting there is no slot, until one leaves", async () => {
      await using coordination = await open(createManualClock());
      const { slots } = await line(coordination.turns, [1, 2, 3]);
      await reserved(coordination.turns, "s");
      expect(await coordination.turns.reserve("s")).toBeUndefined();
      slots[0]?.leave();
      expect(await coordination.turns.reserve("s")).toBeDefined();
      expect(await coordination.turns.reserve("s")).toBeUndefined();
    });

    test("leaving twice frees one slot, not two", async () => {
      await using coordination = await open(createManualClock());
      const { slots } = await line(coordination.turns, [1, 2, 3, 4]);
      slots[0]?.leave();
      slots[0]?.leave();
      expect(await coordination.turns.reserve("s")).toBeDefined();
      expect(await coordination.turns.reserve("s")).toBeUndefined();
    });

    test("a slot of a queue that became empty does not affect the next queue", async () => {
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
        { numRuns: 200, endOnFailure: true },
      );
    });
  });
}

/** One slot as the test knows it. */
interface Known {
  readonly slot: TurnSlot;
  number: number | undefined;
  arrived: boolean;
}

/** Plays moves (reserve, set the number, leave) against a model that implements the rules literally. */
async function play(turns: TurnOrder, moves: readonly number[]): Promise<void> {
  const standing: Known[] = [];
  let numbered = 0;
  for (const move of moves) {
    const chosen = standing[move % 4];
    if (move < 4) {
      const slot = await turns.reserve("s");
      expect(slot === undefined).toBe(standing.length === 4);
      if (slot) standing.push({ slot, number: undefined, arrived: false });
    } else if (chosen && move < 8 && chosen.number === undefined) {
      // Numbers come from the storage: each is higher than all before, but may be set late or early.
      chosen.number = ++numbered;
      void chosen.slot.lineUp(chosen.number).then(() => (chosen.arrived = true));
    } else if (chosen && move >= 8) {
      standing.splice(standing.indexOf(chosen), 1);
      chosen.slot.leave();
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
    expect(known.slot.isWaiting()).toBe(known.number !== undefined && !known.arrived);
  }
}

async function reserved(turns: TurnOrder, sessionId: string): Promise<TurnSlot> {
  const slot = await turns.reserve(sessionId);
  if (!slot) throw new Error("No slot was left.");
  return slot;
}

/** Takes a slot for each number first, then queues all in this order; `arrived` are those whose turn came, in order. */
async function line(turns: TurnOrder, numbers: readonly number[]) {
  const came: number[] = [];
  const slots: TurnSlot[] = [];
  for (const _ of numbers) slots.push(await reserved(turns, "s"));
  numbers.forEach((number, index) => void slots[index]?.lineUp(number).then(() => came.push(number)));
  const arrived = async (): Promise<readonly number[]> => {
    await settled(turns);
    return came;
  };
  return { slots, arrived };
}

/** Waits until everything so far has taken effect: a new queue's response comes after it. */
async function settled(turns: TurnOrder): Promise<void> {
  (await turns.reserve("settled"))?.leave();
  await new Promise((resolve) => setImmediate(resolve));
}
