import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocumentRecord, NewPassage } from "../../src/index.ts";
import { newId, putAgent, type OpenStorage } from "./samples.ts";

/** Knowledge: documents replaced as a whole, passages found by their words. */
export function knowledgePromises(driver: string, open: OpenStorage): void {
  const document = (location: string, values: Partial<DocumentRecord> = {}): DocumentRecord => ({
    id: newId("doc"),
    agentId: "guide",
    source: "files:docs/**/*.md",
    location,
    title: `Title of ${location}`,
    url: `https://docs.example/${location}`,
    fingerprint: "1",
    readAt: 1000,
    ...values,
  });
  const passage = (text: string, ...headings: readonly string[]): NewPassage => ({
    headings,
    anchor: null,
    text,
  });

  async function openWith(passages: readonly NewPassage[]) {
    const storage = await open();
    await putAgent(storage);
    await storage.knowledge.replaceDocument(document("a.md"), passages);
    const find = async (...words: readonly string[]) => {
      const found = await storage.knowledge.search({ agentId: "guide", words, limit: 10 });
      return found.map(({ text }) => text);
    };
    return { storage, find };
  }

  describe(`${driver}: knowledge`, () => {
    test("words that an agent's passages contain are distinguished from others, with how many contain them", async () => {
      const { storage } = await openWith([
        passage("An apple a day", "Fruit"),
        passage("Another APPLE"),
        passage("C'est l'été"),
      ]);
      await using _ = storage;
      const having = async (agentId: string, words: readonly string[]) =>
        (await storage.knowledge.having({ agentId, words })).toSorted((one, other) =>
          one.word.localeCompare(other.word),
        );
      const asked = ["apple", "appel", "fruit", "ete", "", "'", '"', "a\0b", "x' | 'day", "\\"];
      expect(await having("guide", asked)).toEqual([
        { word: "apple", passages: 2 },
        { word: "ete", passages: 1 },
        { word: "fruit", passages: 1 },
      ]);
      expect(await having("guide", [])).toEqual([]);
      expect(await having("shop", asked)).toEqual([]);
    });

    test("the frequency of words is reported with the number of passages, in any form of a word", async () => {
      const { storage } = await openWith([
        passage("Two refunds", "Fruit"),
        passage("One refund"),
        passage("C'est l'été"),
      ]);
      await using _ = storage;
      const frequencies = async (agentId: string, words: readonly string[]) => {
        const { passages, having } = await storage.knowledge.frequencies({ agentId, words });
        return { passages, having: Object.fromEntries(having) };
      };
      const asked = ["refund", "fruit", "ete", "pear", "", "'", '"', "a\0b", "x' | 'day", "\\"];
      expect(await frequencies("guide", asked)).toEqual({
        passages: 3,
        having: { refund: 2, fruit: 1, ete: 1 },
      });
      expect(await frequencies("guide", [])).toEqual({ passages: 3, having: {} });
      expect(await frequencies("shop", asked)).toEqual({ passages: 0, having: {} });
    });

    test("a document is replaced with all of its passages", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { knowledge } = storage;
      await knowledge.replaceDocument(document("b.md"), [passage("An apple a day")]);
      const first = document("a.md");
      await knowledge.replaceDocument(first, [passage("Old pears"), passage("Old plums")]);
      const second = document("a.md", { fingerprint: "2", url: null });
      const text = "New pears";
      await knowledge.replaceDocument(second, [{ headings: ["Fruit", "Pears"], anchor: "pears", text }]);

      expect(await knowledge.passages(second.id)).toEqual([
        { headings: ["Fruit", "Pears"], anchor: "pears", text },
      ]);
      expect(await knowledge.passages(first.id)).toEqual([]);
      const documents = await knowledge.documents("guide");
      expect(documents).toEqual([second, expect.objectContaining({ location: "b.md" })]);
      const found = await knowledge.search({ agentId: "guide", words: ["pears", "plums"], limit: 10 });
      expect(found).toEqual([
        {
          id: expect.any(String),
          documentId: second.id,
          title: "Title of a.md",
          url: null,
          headings: ["Fruit", "Pears"],
          anchor: "pears",
          text,
          score: expect.any(Number),
        },
      ]);
    });

    test("two who write one document at once, such as nodes that start together, both succeed", async () => {
      const { storage, find } = await openWith([]);
      await using _ = storage;
      const versions = Array.from({ length: 8 }, (_, index) =>
        document("new.md", { fingerprint: `${index}` }),
      );
      await Promise.all(
        versions.map((version) =>
          storage.knowledge.replaceDocument(version, [passage(`Plums ${version.id}`)]),
        ),
      );
      const kept = (await storage.knowledge.documents("guide")).filter(
        ({ location }) => location === "new.md",
      );
      expect(kept).toHaveLength(1);
      expect(versions).toContainEqual(kept[0]);
      expect(await find("plums")).toEqual([`Plums ${kept[0]?.id}`]);
    });

    test("a document that cannot be written leaves the one before it", async () => {
      const { storage, find } = await openWith([passage("Apples")]);
      await using _ = storage;
      const [stored] = await storage.knowledge.documents("guide");
      await storage.knowledge.replaceDocument(document("b.md"), []);
      const twin = document("b.md", { id: stored?.id ?? "" });
      await expect(storage.knowledge.replaceDocument(twin, [])).rejects.toThrow();
      expect(await storage.knowledge.documents("guide")).toHaveLength(2);
      expect(await find("apples")).toEqual(["Apples"]);
    });

    test("touching a document changes what is known of it and keeps its passages", async () => {
      const { storage, find } = await openWith([passage("Apples")]);
      await using _ = storage;
      const [stored] = await storage.knowledge.documents("guide");
      const touched = { ...document("a.md"), id: stored?.id ?? "", fingerprint: "9", title: "New" };
      await storage.knowledge.touchDocument(touched);
      expect(await storage.knowledge.documents("guide")).toEqual([touched]);
      expect(await find("apples")).toEqual(["Apples"]);
    });

    test("a deleted document is found no more", async () => {
      const { storage, find } = await openWith([passage("Apples")]);
      await using _ = storage;
      await storage.knowledge.deleteDocument({ agentId: "other", location: "a.md" });
      expect(await find("apples")).toEqual(["Apples"]);
      await storage.knowledge.deleteDocument({ agentId: "guide", location: "a.md" });
      expect(await find("apples")).toEqual([]);
      expect(await storage.knowledge.documents("guide")).toEqual([]);
    });

    test("a document of more passages than one statement takes is written whole", async () => {
      const texts = Array.from({ length: 450 }, (_, index) => `Passage number${index}`);
      const { storage, find } = await openWith(texts.map((text) => passage(text)));
      await using _ = storage;
      for (const index of [0, 199, 200, 449]) {
        expect(await find(`number${index}`)).toEqual([`Passage number${index}`]);
      }
    });

    test("any of the words is enough, and more of them rank higher", async () => {
      const { storage, find } = await openWith([
        passage("Shipping takes three days."),
        passage("Return a parcel: shipping back is free for thirty days."),
        passage("Our shop is open on Sunday."),
      ]);
      await using _ = storage;
      expect(await find("return", "parcel", "shipping")).toEqual([
        "Return a parcel: shipping back is free for thirty days.",
        "Shipping takes three days.",
      ]);
      expect(await find("nothing", "matches")).toEqual([]);
      expect(await find()).toEqual([]);
    });

    test("a word in a heading weighs more than the same word in the text", async () => {
      const { storage, find } = await openWith([
        passage("Warranty is told of elsewhere, and this text says little about it.", "Imprint"),
        passage("Two years from the day of purchase, on every part of it, anywhere.", "Warranty"),
      ]);
      await using _ = storage;
      expect((await find("warranty"))[0]).toMatch(/^Two years/);
    });

    test("words match without regard to case and in other forms", async () => {
      const { storage, find } = await openWith([passage("Returning PARCELS is easy")]);
      await using _ = storage;
      expect(await find("return")).toHaveLength(1);
      expect(await find("Parcel")).toHaveLength(1);
    });

    test("parts of names that are written together are found as words", async () => {
      const { storage, find } = await openWith([
        passage("Call startFullScreen() or Scale.max_width"),
        passage("Other"),
      ]);
      await using _ = storage;
      for (const word of ["screen", "scale", "width"]) expect(await find(word), word).toHaveLength(1);
    });

    test("words of languages without spaces are found inside of longer texts", async () => {
      const texts = [
        "我们的退货政策是三十天。",
        "返品は三十日以内に受け付けます。",
        "คุณสามารถคืนสินค้าได้ภายในสามสิบวัน",
      ];
      const { storage, find } = await openWith(texts.map((text) => passage(text)));
      await using _ = storage;
      expect(await find("退货", "货政")).toEqual([texts[0]]);
      expect(await find("返品")).toEqual([texts[1]]);
      expect((await find("สน", "นค", "คา"))[0]).toBe(texts[2]);
    });

    test("the best are returned first, with falling scores, and no more than asked for", async () => {
      const texts = Array.from({ length: 8 }, (_, index) => "apple ".repeat(index + 1));
      const { storage } = await openWith(texts.map((text) => passage(`${text} and ${"pear ".repeat(9)}`)));
      await using _ = storage;
      const found = await storage.knowledge.search({ agentId: "guide", words: ["apple"], limit: 3 });
      const scores = found.map(({ score }) => score);
      expect(scores).toHaveLength(3);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    });

    test("no agent finds another's passages", async () => {
      const { storage } = await openWith([passage("Secret apples")]);
      await using _ = storage;
      await putAgent(storage, "shop");
      expect(await storage.knowledge.search({ agentId: "shop", words: ["apples"], limit: 5 })).toEqual([]);
      expect(await storage.knowledge.documents("shop")).toEqual([]);
    });

    test("no word is ever an operator, and none breaks a search", async () => {
      const { storage, find } = await openWith([passage("Apples and pears")]);
      await using _ = storage;
      for (const word of ["NOT", "*", "text:apples", "^", "NEAR(", '"', "-", "'", "apples*x", "\0"]) {
        expect(await find("pears", word)).toEqual(["Apples and pears"]);
      }
      expect(await find("NOT", "plums")).toEqual([]);
      const anyWord = fc.string({ unit: "binary" });
      await fc.assert(
        fc.asyncProperty(anyWord, async (word) => {
          expect(await find(word, "pears")).toEqual(["Apples and pears"]);
        }),
        { numRuns: 50, endOnFailure: true },
      );
    });
  });
}
