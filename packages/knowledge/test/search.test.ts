import { describe, expect, test } from "vitest";
import { queryWords } from "../src/search/query-words.ts";
import { rankPassages, type Candidate } from "../src/search/rank-passages.ts";
import { openKnowledge } from "./open-knowledge.ts";

describe("the words of a question", () => {
  test("stop words are dropped, in several languages, unless there are no others", () => {
    expect(queryWords("How can I return the Shoes?")).toEqual(["return", "shoes"]);
    expect(queryWords("Wie kann ich die Schuhe zurückgeben?")).toEqual(["schuhe", "zurückgeben"]);
    expect(queryWords("¿Cuándo llega el paquete?")).toEqual(["llega", "paquete"]);
    expect(queryWords("who are you")).toEqual(["who", "are", "you"]);
  });

  test("each is taken once, at most 12 of at most 64 characters", () => {
    expect(queryWords("tent TENT tent's")).toEqual(["tent"]);
    expect(queryWords(Array.from({ length: 30 }, (_, index) => `word${index}`).join(" "))).toHaveLength(12);
    expect(queryWords("x".repeat(1000))).toEqual(["x".repeat(64)]);
    expect(queryWords("?! … 👍")).toEqual([]);
  });
});

const candidate = (id: string, fields: Partial<Candidate>): Candidate => ({
  id,
  documentId: id,
  title: "Title",
  headings: ["Title"],
  anchor: null,
  text: id,
  url: null,
  score: 1,
  ...fields,
});
const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);

describe("the order of passages", () => {
  test("more words of the question come before more of one of them", () => {
    const ranked = rankPassages(
      [
        candidate("often", { text: "tent tent tent", score: 9 }),
        candidate("both", { text: "washing a tent by hand", score: 3 }),
      ],
      ["wash", "tent"],
    );
    expect(idsOf(ranked)).toEqual(["both", "often"]);
  });

  test("a match in the heading and words side by side come first", () => {
    const ranked = rankPassages(
      [
        candidate("apart", { text: "a card for every gift that we sell here today" }),
        candidate("phrase", { text: "the best gift card in town or elsewhere" }),
        candidate("heading", { headings: ["Title", "Gift card"], text: "it never expires" }),
      ],
      ["gift", "card"],
    );
    expect(idsOf(ranked)).toEqual(["heading", "phrase", "apart"]);
  });

  test("near copies and more than three passages of one document are dropped", () => {
    const text = "a tent lasts for twenty years when it is dry before it is stored away";
    const ranked = rankPassages(
      [
        candidate("one", { text }),
        candidate("copy", { text: `${text}.` }),
        ...["red", "green", "blue", "white"].map((colour) =>
          candidate(colour, { documentId: "colours", text: `${colour} tent ${colour} ${colour}ish mat` }),
        ),
      ],
      ["tent"],
    );
    expect(idsOf(ranked)).toEqual(["red", "green", "blue", "one"]);
  });

  test("scores lie between 0 and 1, and equals keep their order", () => {
    const texts = ["tent one alpha", "tent two beta", "tent three gamma"];
    const ranked = rankPassages(
      texts.map((text) => candidate(text, { text })),
      ["tent"],
    );
    expect(idsOf(ranked)).toEqual(texts);
    for (const { score } of ranked) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});

test("a search finds nothing for another agent, for no words, and for a limit of 0", async () => {
  await using open = await openKnowledge();
  await open.write({ "a.md": "Apples" });
  await open.knowledge.sync(open.agent([{ files: "a.md" }]));
  expect(await open.knowledge.search("shop", "apples", 1)).toHaveLength(1);
  expect(await open.knowledge.search("other", "apples", 1)).toEqual([]);
  expect(await open.knowledge.search("shop", "?!", 1)).toEqual([]);
  expect(await open.knowledge.search("shop", "apples", 0)).toEqual([]);
});

test("what a visitor types never becomes a search operator", async () => {
  await using open = await openKnowledge();
  await open.write({ "a.md": "Apples" });
  await open.knowledge.sync(open.agent([{ files: "a.md" }]));
  for (const query of [
    '"',
    "apples OR",
    "NOT apples",
    "text:apples*",
    "NEAR(apples",
    "a\0pples",
    "'; drop table",
  ]) {
    await expect(open.knowledge.search("shop", query, 1)).resolves.toBeInstanceOf(Array);
  }
});
