import { describe, expect, test } from "vitest";
import type { PlacedQuestion } from "../../src/index.ts";
import { ask, place } from "./gaps.ts";
import { putAgent, type OpenStorage } from "./samples.ts";

/** Questions that are in gaps, as new ones are compared with them. */
export function placedQuestionPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: questions in gaps`, () => {
    test("questions that are known are not read again, and known only while they are in a gap", async () => {
      await using storage = await open();
      await putAgent(storage);
      const asked = [];
      for (const word of ["Mars?", "Venus?", "Venus?"]) asked.push(await ask(storage, word));
      for (const { replyId } of asked) await place(storage, replyId, "gap_1");
      const known = new Map<string, PlacedQuestion>();
      const placed = () => storage.gaps.placed({ agentId: "guide", limit: 9, known });
      expect(await placed()).toHaveLength(2);
      expect(new Set(known.keys())).toEqual(new Set(asked.map(({ replyId }) => replyId)));
      const [first, second] = asked;
      const told = { replyId: first?.replyId ?? "", question: "As it was known", vector: null };
      known.set(told.replyId, { ...told, gapId: "gap_other" });
      await storage.conversations.erase(second?.chatId ?? "");
      expect(await placed()).toContainEqual({ ...told, gapId: "gap_1" });
      expect(known.has(second?.replyId ?? "")).toBe(false);
      expect(known.size).toBe(2);
    });

    test("more questions than are read at once are all found, newest first", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (let at = 1; at <= 103; at++)
        await place(storage, (await ask(storage, `Question ${at}`, { at })).replyId, "gap_1");
      const placed = async (limit: number) =>
        (await storage.gaps.placed({ agentId: "guide", limit })).map(({ question }) => question);
      expect(await placed(500)).toEqual(Array.from({ length: 103 }, (_, index) => `Question ${103 - index}`));
      expect(await placed(102)).toHaveLength(102);
    });
  });
}
