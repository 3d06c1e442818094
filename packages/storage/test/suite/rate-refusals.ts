import { describe, expect, test } from "vitest";
import type { OpenStorage } from "./samples.ts";

const noon = Date.UTC(2026, 10, 24, 12);
const dayMs = 86_400_000;

/** Requests that were refused: added up by key and day, and forgotten. */
export function refusalPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: refused requests`, () => {
    test("refused requests add up by key and day, also of callers that add at once", async () => {
      await using storage = await open();
      const { rateRefusals } = storage;
      const some = [
        { keyId: "b", byKey: 2, byAddress: 0 },
        { keyId: "a", byKey: 1, byAddress: 5 },
      ];
      await Promise.all([
        rateRefusals.add(some, noon),
        rateRefusals.add(some.toReversed(), noon + 1),
        rateRefusals.add([], noon),
        rateRefusals.add([{ keyId: "a", byKey: 9, byAddress: 9 }], noon + dayMs),
      ]);

      expect(await rateRefusals.countedOn(noon + 2)).toEqual([
        { keyId: "a", byKey: 2, byAddress: 10 },
        { keyId: "b", byKey: 4, byAddress: 0 },
      ]);
      expect(await rateRefusals.countedOn(noon + dayMs)).toHaveLength(1);
      expect(await rateRefusals.countedOn(noon - dayMs)).toEqual([]);
    });

    test("days that are over are forgotten", async () => {
      await using storage = await open();
      const { rateRefusals, conversations } = storage;
      await rateRefusals.add([{ keyId: "a", byKey: 1, byAddress: 0 }], noon);
      await conversations.expire({ now: noon + dayMs, idleSince: 0, createdSince: 0 });
      expect(await rateRefusals.countedOn(noon)).toHaveLength(1);
      await conversations.expire({ now: noon + 2 * dayMs, idleSince: 0, createdSince: 0 });
      expect(await rateRefusals.countedOn(noon)).toEqual([]);
    });
  });
}
