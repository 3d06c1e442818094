import type { PassageRecord } from "@servicechat/storage";
import { describe, expect, test } from "vitest";
import { queryWords } from "../src/search/query-words.ts";
import { liftHeadings } from "../src/search/lift-headings.ts";
import { orderByPage } from "../src/search/order-by-page.ts";
import { inReadingOrder } from "../src/search/reading-order.ts";
import { scoreByWords, withoutRepeats } from "../src/search/score-passages.ts";
import type { WeighedPassage } from "../src/search/weigh-passages.ts";
import { openKnowledge } from "./open-knowledge.ts";

describe("the words of a question", () => {
  test("stop words are dropped, in several languages, unless there are no others", () => {
    expect(queryWords("How can I return the Shoes?")).toEqual(["return", "shoes"]);
    expect(queryWords("Wie kann ich die Schuhe zurückgeben?")).toEqual(["schuhe", "zurückgeben"]);
    expect(queryWords("¿Cuándo llega el paquete?")).toEqual(["llega", "paquete"]);
    expect(queryWords("Where do I put the shoes?")).toEqual(["shoes"]);
    expect(queryWords("who are you")).toEqual(["who", "are", "you"]);
    expect(queryWords("Why doesn't the widget appear? It isn’t there, it won't load")).toEqual([
      "widget",
      "appear",
      "load",
    ]);
  });

  test("the plural of an abbreviation is that word, and no name put together from two", () => {
    expect(queryWords("Can it read PDFs?")).toEqual(["read", "pdfs"]);
    expect(queryWords("fetchURLs")).toEqual(["fetchurls", "fetch", "urls"]);
  });

  test("each is taken once, at most 12 of at most 64 characters", () => {
    expect(queryWords("tent TENT tent's")).toEqual(["tent"]);
    expect(queryWords(Array.from({ length: 30 }, (_, index) => `word${index}`).join(" "))).toHaveLength(12);
    expect(queryWords("x".repeat(1000))).toEqual(["x".repeat(64)]);
    expect(queryWords("?! … 👍")).toEqual([]);
  });
});

const found = (id: string, fields: Partial<PassageRecord & { weight: number }>): WeighedPassage => {
  const { weight = 1, ...passage } = fields;
  const plain = { documentId: id, title: "Title", headings: ["Title"], anchor: null, text: id, url: null };
  return { passage: { id, ...plain, ...passage }, weight, score: (covered) => covered };
};
const idsOf = (passages: readonly WeighedPassage[]) => passages.map(({ passage }) => passage.id);

describe("the order of passages", () => {
  test("a page of which several passages were found comes before one with a single better one", () => {
    const ordered = orderByPage([
      found("chance", { weight: 1 }),
      found("one", { documentId: "about", weight: 0.9 }),
      found("two", { documentId: "about", weight: 0.9 }),
    ]);
    expect(idsOf(ordered)).toEqual(["one", "two", "chance"]);
  });

  test("the first places belong to several pages, and a long page gains nothing by its length", () => {
    const long = Array.from({ length: 9 }, (_, index) =>
      found(`long${index}`, { documentId: "long", weight: index === 0 ? 0.8 : 0.2 }),
    );
    const ordered = orderByPage([...long, found("short", { weight: 1 }), found("other", { weight: 0.5 })]);
    expect(idsOf(ordered).slice(0, 3)).toEqual(["short", "long0", "other"]);
  });

  test("a passage whose own heading has the question's words comes before one that says them a little more often", () => {
    const said = found("said", { headings: ["Tents", "Settings"], text: "tents and tents", weight: 1 });
    const named = found("named", { headings: ["Shop", "Tents"], weight: 0.9 });
    expect(idsOf(orderByPage(liftHeadings([said, named], ["tent"])))).toEqual(["named", "said"]);
    expect(idsOf(orderByPage(liftHeadings([said, { ...named, weight: 0.5 }], ["tent"])))).toEqual([
      "said",
      "named",
    ]);
    expect(liftHeadings([said], [])).toEqual([said]);
  });

  test("parts of one section that fit about as well come in the order in which they stand there", () => {
    const part = (id: string, score: number, documentId = "backups") => ({
      ...found(id, { documentId, headings: ["Running", "Back up"] }).passage,
      score,
    });
    const ids = (...parts: ReturnType<typeof part>[]) => inReadingOrder(parts).map(({ id }) => id);
    expect(ids(part("12", 0.9), part("3", 1, "other"), part("9", 0.8))).toEqual(["9", "3", "12"]);
    expect(ids(part("12", 0.9), part("9", 0.5))).toEqual(["12", "9"]);
    expect(ids()).toEqual([]);
  });

  test("equals keep their order", () => {
    const ids = ["b", "a", "c"];
    expect(idsOf(orderByPage(ids.map((id) => found(id, {}))))).toEqual(ids);
    expect(orderByPage([])).toEqual([]);
  });

  test("near copies and more than three passages of one document are dropped", () => {
    const text = "a tent lasts for twenty years when it is dry before it is stored away";
    const kept = withoutRepeats(
      scoreByWords(
        [
          found("one", { text }),
          found("copy", { text: `${text}.` }),
          ...["red", "green", "blue", "white"].map((colour) =>
            found(colour, { documentId: "colours", text: `${colour} tent ${colour} ${colour}ish mat` }),
          ),
        ],
        ["tent"],
      ),
    );
    expect(kept.map(({ id }) => id)).toEqual(["one", "red", "green", "blue"]);
  });
});

describe("the score of passages", () => {
  const scores = (passages: readonly WeighedPassage[], words: readonly string[]) =>
    scoreByWords(passages, words).map(({ score }) => score);

  test("grows with the words of the question that a passage has, not with how often it has them", () => {
    const [often = 1, both = 0] = scores(
      [found("often", { text: "tent tent tent" }), found("both", { text: "washing a tent by hand" })],
      ["wash", "tent"],
    );
    expect(both).toBeGreaterThan(often);
  });

  test("grows with a match in the heading and with words side by side", () => {
    const [apart = 1, phrase = 0, heading = 0] = scores(
      [
        found("apart", { text: "a card for every gift that we sell here today" }),
        found("phrase", { text: "the best gift card in town or elsewhere" }),
        found("heading", { headings: ["Title", "Gift card"], text: "it never expires" }),
      ],
      ["gift", "card"],
    );
    expect(heading).toBeGreaterThan(phrase);
    expect(phrase).toBeGreaterThan(apart);
  });

  test("counts a word in another form of it", () => {
    const other = (text: string, word: string) => scores([found("one", { headings: [], text })], [word])[0];
    expect(other("with automatic updates", "automatically")).toBeGreaterThan(0.5);
    expect(other("it reads a PDF", "pdfs")).toBeGreaterThan(0.5);
  });

  test("lies between 0 and 1", () => {
    const all = scores([found("all", { headings: ["Tent"], text: "tent" }), found("none", {})], ["tent"]);
    expect(all).toEqual([expect.closeTo(1), 0]);
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
