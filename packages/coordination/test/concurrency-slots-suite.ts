import { describe, expect, test } from "vitest";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

/** Slots: how many replies of a key run at the same time. */
export function concurrencySlotsSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: concurrency slots`, () => {
    test("as many are given out as the limit says, and a freed one is available to another", async () => {
      await using coordination = await open(createManualClock());
      const { concurrencySlots: slots } = coordination;
      const first = await slots.take("k", 2);
      expect(first).toBeDefined();
      expect(await slots.take("k", 2)).toBeDefined();
      expect(await slots.take("k", 2)).toBeUndefined();
      first?.leave();
      expect(await slots.take("k", 2)).toBeDefined();
      expect(await slots.take("k", 2)).toBeUndefined();
    });

    test("freeing a slot twice frees one", async () => {
      await using coordination = await open(createManualClock());
      const { concurrencySlots: slots } = coordination;
      const first = await slots.take("k", 2);
      await slots.take("k", 2);
      first?.leave();
      first?.leave();
      expect(await slots.take("k", 2)).toBeDefined();
      first?.leave();
      expect(await slots.take("k", 2)).toBeUndefined();
    });

    test("keys are separate, whatever their names, and a limit may change from call to call", async () => {
      await using coordination = await open(createManualClock());
      const { concurrencySlots: slots } = coordination;
      for (const key of ["a", "b", "__proto__", "constructor"]) {
        expect(await slots.take(key, 1)).toBeDefined();
        expect(await slots.take(key, 1)).toBeUndefined();
        expect(await slots.take(key, 3)).toBeDefined();
        expect(await slots.take(key, 1)).toBeUndefined();
      }
    });

    test("of many simultaneous requests, exactly as many as the limit get a slot", async () => {
      await using coordination = await open(createManualClock());
      const taken = await Promise.all(
        Array.from({ length: 50 }, async () => coordination.concurrencySlots.take("k", 7)),
      );
      expect(taken.filter((slot) => slot !== undefined)).toHaveLength(7);
    });
  });
}
