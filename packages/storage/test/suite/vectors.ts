import { describe, expect, test } from "vitest";
import type { DocumentRecord, NewPassage } from "../../src/index.ts";
import { newId, putAgent, type OpenStorage } from "./samples.ts";

const set = { agentId: "guide", model: "small 1" };

/** Vectors: one for each passage, gone with it, kept where its content stays. */
export function vectorPromises(driver: string, open: OpenStorage): void {
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
  const passage = (text: string): NewPassage => ({ headings: ["Title"], anchor: null, text });

  async function openWith(...texts: readonly string[]) {
    const storage = await open();
    await putAgent(storage);
    const write = (location: string, ...some: readonly string[]) =>
      storage.knowledge.replaceDocument(document(location), some.map(passage));
    await write("a.md", ...texts);
    const { vectors } = storage;
    const missing = async (model = set.model) =>
      (await vectors.missing({ ...set, model, limit: 100 })).map(({ text }) => text);
    /** Gives every passage the vector whose first number is the length of its text. */
    const fill = async (model = set.model) => {
      const passages = await vectors.missing({ ...set, model, limit: 100 });
      const made = passages.map(({ id, text }) => ({
        passageId: id,
        vector: Float32Array.of(text.length, -0.25),
      }));
      await vectors.save({ ...set, model }, made);
    };
    const stored = async (model = set.model) =>
      (await vectors.read({ ...set, model, limit: 100 })).map(({ vector }) => [...vector]);
    return { storage, vectors, write, missing, fill, stored };
  }

  describe(`${driver}: vectors`, () => {
    test("a saved vector is read as it was, and its passage is missing no more", async () => {
      const { storage, vectors, missing, fill, stored } = await openWith("one", "three");
      await using _ = storage;
      expect(await missing()).toEqual(["one", "three"]);
      expect(await vectors.count(set)).toEqual({ passages: 2, vectors: 0 });
      await fill();
      expect(await missing()).toEqual([]);
      expect(await vectors.count(set)).toEqual({ passages: 2, vectors: 2 });
      expect(await stored()).toEqual([
        [3, -0.25],
        [5, -0.25],
      ]);
    });

    test("reading and what is missing continue after a passage", async () => {
      const { storage, vectors, fill } = await openWith("one", "three", "seven77");
      await using _ = storage;
      const [first] = await vectors.missing({ ...set, limit: 1 });
      const after = first?.id ?? "";
      const rest = await vectors.missing({ ...set, after, limit: 1 });
      expect(rest.map(({ text }) => text)).toEqual(["three"]);
      await fill();
      const read = await vectors.read({ ...set, after, limit: 1 });
      expect(read.map(({ vector }) => vector[0])).toEqual([5]);
    });

    test("another model's vectors count as missing and are written over", async () => {
      const { storage, vectors, missing, fill, stored } = await openWith("one", "three");
      await using _ = storage;
      await fill();
      expect(await missing("large 2")).toEqual(["one", "three"]);
      await fill("large 2");
      expect(await stored()).toEqual([]);
      expect(await stored("large 2")).toHaveLength(2);
      expect(await vectors.count(set)).toEqual({ passages: 2, vectors: 0 });
    });

    test("of each document, its passages and those that have a vector are counted", async () => {
      const { storage, fill, write } = await openWith("one");
      await using _ = storage;
      await fill();
      await write("b.md", "later", "and later");
      const { knowledge } = storage;
      const [first, second] = await knowledge.documents("guide");
      const counted = await knowledge.counts([first?.id ?? "", second?.id ?? "", "doc_of_nobody"]);
      expect(new Map(counted.map(({ id, ...counts }) => [id, counts]))).toEqual(
        new Map([
          [first?.id, { passages: 1, vectors: 1, wordings: 0 }],
          [second?.id, { passages: 2, vectors: 0, wordings: 0 }],
        ]),
      );
      expect(await knowledge.counts([])).toEqual([]);
    });

    test("passages come with their vectors, and none of another agent or without one", async () => {
      const { storage, vectors, fill, write } = await openWith("one");
      await using _ = storage;
      await fill();
      await write("b.md", "later");
      const ids = [...(await vectors.missing({ ...set, model: "any", limit: 100 }))].map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const found = await vectors.passages({ ...set, ids: [...ids, "999999"] });
      expect(found).toEqual([
        expect.objectContaining({ text: "one", headings: ["Title"], vector: Float32Array.of(3, -0.25) }),
      ]);
      expect(await vectors.passages({ ...set, agentId: "other", ids })).toEqual([]);
      expect(await vectors.passages({ ...set, ids: [] })).toEqual([]);
    });

    test("a replaced document keeps the vectors of what stayed the same", async () => {
      const { storage, write, missing, fill, stored } = await openWith("one", "three", "gone");
      await using _ = storage;
      await fill();
      await write("a.md", "new here", "three", "one");
      expect(await missing()).toEqual(["new here"]);
      expect(await stored()).toEqual([
        [5, -0.25],
        [3, -0.25],
      ]);
    });

    test("vectors go with their passages, with their agent, and when they are removed", async () => {
      const { storage, vectors, write, fill, stored } = await openWith("one");
      await using _ = storage;
      await fill();
      await storage.knowledge.deleteDocument({ agentId: "guide", location: "a.md" });
      expect(await stored()).toEqual([]);
      await write("a.md", "one");
      await fill();
      expect(await vectors.any("guide")).toBe(true);
      await vectors.remove("guide");
      expect(await stored()).toEqual([]);
      expect(await vectors.any("guide")).toBe(false);
      await fill();
      await storage.agents.delete("guide");
      expect(await stored()).toEqual([]);
    });

    test("a vector whose passage is gone or another agent's is passed over, and what comes with it is kept", async () => {
      const { storage, vectors, stored } = await openWith("one");
      await using _ = storage;
      const [passageOfGuide] = await vectors.missing({ ...set, limit: 1 });
      const vector = Float32Array.of(1);
      await vectors.save(set, [{ passageId: "999999", vector }]);
      const ofGuide = { passageId: passageOfGuide?.id ?? "", vector };
      await vectors.save({ ...set, agentId: "other" }, [ofGuide]);
      expect(await stored()).toEqual([]);
      await vectors.save(set, [{ passageId: "999999", vector }, ofGuide]);
      expect(await stored()).toEqual([[1]]);
    });

    test("the revision changes with every change of passages and vectors, also after the agent was deleted", async () => {
      const { storage, vectors, write, fill } = await openWith("one");
      await using _ = storage;
      const seen = new Set<number>([await vectors.revision("guide")]);
      const steps = [
        () => fill(),
        () => write("a.md", "two"),
        () => vectors.remove("guide"),
        () => storage.knowledge.deleteDocument({ agentId: "guide", location: "a.md" }),
        async () => {
          await storage.agents.delete("guide");
          await putAgent(storage);
          await write("a.md", "one");
        },
      ];
      for (const step of steps) {
        await step();
        seen.add(await vectors.revision("guide"));
      }
      expect(seen.size).toBe(steps.length + 1);
      expect(await vectors.revision("other")).toBe(0);
    });
  });
}
