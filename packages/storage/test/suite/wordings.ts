import { describe, expect, test } from "vitest";
import type { DocumentRecord, NewPassage } from "../../src/index.ts";
import { newId, putAgent, type OpenStorage } from "./samples.ts";

const set = { agentId: "guide", model: "small 1" };

/** Wordings: those of a passage, deleted with it, each with its own vector that it keeps while it exists. */
export function wordingPromises(driver: string, open: OpenStorage): void {
  const document = (location: string): DocumentRecord => ({
    id: newId("doc"),
    agentId: "guide",
    source: "files:**/*.md",
    location,
    title: "Title",
    url: null,
    fingerprint: "1",
    readAt: 1000,
  });
  const cost: NewPassage = {
    headings: ["Title", "Cost"],
    anchor: "cost",
    text: "It is free.",
    wordings: ["how much is it", "was kostet die Schifffahrt"],
  };
  const plain: NewPassage = { headings: ["Title", "Place"], anchor: null, text: "In Bremen." };

  async function openWith(...passages: readonly NewPassage[]) {
    const storage = await open();
    await putAgent(storage);
    const write = (location: string, ...some: readonly NewPassage[]) =>
      storage.knowledge.replaceDocument(document(location), some);
    await write("a.md", ...passages);
    const { wordings } = storage;
    const missing = async (model = set.model) =>
      (await wordings.missing({ ...set, model, limit: 500 })).map(({ text }) => text);
    /** Gives every wording the vector whose first number is the length of its text. */
    const fill = async (model = set.model) => {
      const some = await wordings.missing({ ...set, model, limit: 500 });
      const made = some.map(({ id, text }) => ({
        wordingId: id,
        text,
        vector: Float32Array.of(text.length, -0.25),
      }));
      await wordings.save({ ...set, model }, made);
    };
    const stored = async (model = set.model) =>
      (await wordings.read({ ...set, model, limit: 500 })).map(({ vector }) => vector[0]);
    const found = async (...words: readonly string[]) =>
      (await storage.knowledge.search({ agentId: "guide", words, limit: 10 })).map(({ text }) => text);
    return { storage, wordings, write, missing, fill, stored, found };
  }

  describe(`${driver}: wordings`, () => {
    test("are read with their passage, and its words are found by theirs", async () => {
      const { storage, wordings, found } = await openWith(cost, plain);
      await using _ = storage;
      const [{ id } = { id: "" }] = await storage.knowledge.documents("guide");
      expect(await storage.knowledge.passages(id)).toEqual([cost, plain]);
      expect(await storage.knowledge.counts([id])).toMatchObject([{ passages: 2, wordings: 2, vectors: 0 }]);
      expect(await found("much")).toEqual(["It is free."]);
      expect(await found("schifffahrt")).toEqual(["It is free."]);

      const [passage] = await storage.knowledge.search({ agentId: "guide", words: ["much"], limit: 1 });
      expect(passage).not.toHaveProperty("wordings");
      const own = await wordings.of([passage?.id ?? "", "999999"]);
      expect(own.map(({ text }) => text)).toEqual(cost.wordings);
      expect(own.every(({ passageId }) => passageId === passage?.id)).toBe(true);
      expect(await wordings.of([])).toEqual([]);
    });

    test("have a vector each, of one model, which is missing until it is saved", async () => {
      const { storage, wordings, missing, fill, stored } = await openWith(cost, plain);
      await using _ = storage;
      expect(await missing()).toEqual(cost.wordings);
      expect(await wordings.count(set)).toEqual({ wordings: 2, vectors: 0 });
      await fill();
      expect(await missing()).toEqual([]);
      expect(await stored()).toEqual([14, 26]);
      expect(await wordings.count(set)).toEqual({ wordings: 2, vectors: 2 });
      expect(await missing("large 2")).toEqual(cost.wordings);
      await fill("large 2");
      expect(await stored()).toEqual([]);
      expect(await wordings.count({ ...set, model: "large 2" })).toEqual({ wordings: 2, vectors: 2 });
    });

    test("get no vector that was made of another text, which had their id before", async () => {
      const { storage, wordings, write, missing, fill } = await openWith(cost);
      await using _ = storage;
      const [before] = await wordings.missing({ ...set, limit: 1 });
      await write("a.md", { ...cost, wordings: ["is it dear", "was kostet die Schifffahrt"] });
      const made = await wordings.missing({ ...set, limit: 2 });
      const vector = Float32Array.of(1, 0);
      await wordings.save(
        set,
        made.map(({ id: wordingId }) => ({ wordingId, text: before?.text ?? "", vector })),
      );
      expect(await missing()).toEqual(["is it dear", "was kostet die Schifffahrt"]);
      await fill();
      expect(await missing()).toEqual([]);
    });

    test("are read on from a wording, and found by id with their passage", async () => {
      const { storage, wordings, fill } = await openWith(cost);
      await using _ = storage;
      const [first, second] = await wordings.missing({ ...set, limit: 2 });
      const after = first?.id ?? "";
      expect(await wordings.missing({ ...set, after, limit: 1 })).toEqual([second]);
      await fill();
      expect(await wordings.read({ ...set, after, limit: 1 })).toMatchObject([{ wordingId: second?.id }]);
      expect(await wordings.wordings({ ...set, ids: [after, "999999"] })).toEqual([
        { ...first, vector: Float32Array.of(14, -0.25) },
      ]);
      expect(await wordings.wordings({ ...set, agentId: "other", ids: [after] })).toEqual([]);
      expect(await wordings.wordings({ ...set, ids: [] })).toEqual([]);
    });

    test("of a replaced document keep the vectors of those that stayed, wherever they stand now", async () => {
      const { storage, write, missing, fill, stored } = await openWith(cost);
      await using _ = storage;
      await fill();
      await write("a.md", plain, {
        ...cost,
        text: "It costs nothing.",
        wordings: ["is it free", "how much is it"],
      });
      expect(await missing()).toEqual(["is it free"]);
      expect(await stored()).toEqual([14]);
    });

    test("go with their document, and their vectors when all are removed or the agent is deleted", async () => {
      const { storage, wordings, write, fill, missing, stored, found } = await openWith(cost);
      await using _ = storage;
      await fill();
      expect(await storage.vectors.any("guide")).toBe(true);
      await storage.vectors.remove("guide");
      expect(await storage.vectors.any("guide")).toBe(false);
      expect(await stored()).toEqual([]);
      expect(await missing()).toEqual(cost.wordings);
      await storage.knowledge.deleteDocument({ agentId: "guide", location: "a.md" });
      expect(await wordings.count(set)).toEqual({ wordings: 0, vectors: 0 });
      expect(await found("much")).toEqual([]);
      await write("a.md", cost);
      await fill();
      await storage.agents.delete("guide");
      expect(await wordings.count(set)).toEqual({ wordings: 0, vectors: 0 });
    });

    test("may be hundreds in one document", async () => {
      const sections = Array.from({ length: 30 }, (_, at) => ({
        ...cost,
        wordings: Array.from({ length: 20 }, (__, index) => `question ${at} ${index}`),
      }));
      const { storage, missing, fill, stored } = await openWith(...sections);
      await using _ = storage;
      expect((await missing()).length).toBe(500);
      await fill();
      await fill();
      expect(await missing()).toEqual([]);
      expect((await stored()).length).toBe(500);
    });

    test("a vector whose wording is gone or another agent's is passed over, and the agent's revision tells of the rest", async () => {
      const { storage, wordings, stored } = await openWith(cost);
      await using _ = storage;
      const [{ id: wordingId, text } = { id: "", text: "" }] = await wordings.missing({ ...set, limit: 1 });
      const before = await storage.vectors.revision("guide");
      const vector = Float32Array.of(1);
      await wordings.save(set, [{ wordingId: "999999", text, vector }]);
      await wordings.save({ ...set, agentId: "other" }, [{ wordingId, text, vector }]);
      expect(await stored()).toEqual([]);
      await wordings.save(set, [{ wordingId, text, vector }]);
      expect(await stored()).toEqual([1]);
      expect(await storage.vectors.revision("guide")).toBeGreaterThan(before);
    });
  });
}
