import { termsOf } from "@servicechat/contract/language";
import type { PassageRecord } from "@servicechat/storage";
import { describe, expect, test } from "vitest";
import { queryWords } from "../src/search/query-words.ts";
import type { Candidate } from "../src/search/gather-candidates.ts";
import { measureCoverage } from "../src/search/measure-coverage.ts";
import { rankCandidates } from "../src/search/rank-candidates.ts";
import { inReadingOrder, withoutRepeats } from "../src/search/reading-order.ts";

describe("the words of a question", () => {
  test("stop words are dropped, in several languages, unless there are no others", () => {
    expect(queryWords("How can I return the Shoes?")).toEqual(["return", "shoes"]);
    expect(queryWords("Wie kann ich die Schuhe zurückgeben?")).toEqual(["schuhe", "zuruckgeben"]);
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

const found = (
  id: string,
  { words = 1, meaning, ...passage }: Partial<PassageRecord & Omit<Candidate, "passage">>,
): Candidate => {
  const plain = { documentId: id, title: "Title", headings: ["Title"], anchor: null, text: id, url: null };
  return { passage: { id, ...plain, ...passage }, words, ...(meaning && { meaning }) };
};
const near = (nearness: number, related = 1, isAlike = related > 0) => ({
  nearness,
  together: nearness,
  cosine: nearness / 3,
  related,
  isAlike,
});
/** The candidates are all passages there are. */
const measured = (candidates: readonly Candidate[], question: string) =>
  measureCoverage(candidates, {
    question,
    terms: termsOf(question, queryWords(question)),
    frequencies: { passages: candidates.length, having: new Map() },
  });
const rank = (candidates: readonly Candidate[], question: string, ranking: "words" | "both" = "words") =>
  rankCandidates(ranking, measured(candidates, question));
const ranked = (...asked: Parameters<typeof rank>) => rank(...asked).map(({ passage }) => passage.id);

describe("the order of passages", () => {
  test("by words alone, one whose own heading has the question's word comes before one that says it more often", () => {
    const said = found("said", { headings: ["Tents", "Settings"], text: "tents and tents", words: 1 });
    const named = found("named", { headings: ["Shop", "Tents"], words: 0.9 });
    expect(ranked([said, named], "tent")).toEqual(["named", "said"]);
    expect(ranked([said, { ...named, words: 0.5 }], "tent")).toEqual(["named", "said"]);
  });

  test("by words alone, many headings that have all of a question's words do not lift a passage", () => {
    const said = found("said", { headings: ["Camping", "Settings"], text: "tents and tents", words: 1 });
    const named = Array.from({ length: 6 }, (_, at) =>
      found(`named${at}`, { headings: ["Shop", "Tents"], documentId: `shop${at}`, words: 0.3 }),
    );
    expect(ranked([...named, said], "tent")[0]).toBe("said");
  });

  test("a name weighs more than the words that it is put together from", () => {
    const parts = found("parts", { text: "To unsubscribe, open the url of the list.", meaning: near(1) });
    const name = found("name", { text: "Put UnsubscribeURL into the footer.", meaning: near(0.5) });
    expect(ranked([parts, name], "UnsubscribeURL", "both")).toEqual(["name", "parts"]);
  });

  test("what is nearest, and has nothing to do with the question all the same, hardly answers it", () => {
    const score = (related: number, text: string) =>
      rank([found("1", { text, meaning: near(1.4, related) })], "capital of France", "both")[0]?.score;
    expect(score(1, "Delivery takes a day.")).toBeGreaterThan(0.3);
    expect(score(0, "Delivery takes a day.")).toBe(0);
    expect(score(0, "Paris is the capital of France.")).toBeGreaterThan(0.2);
  });

  test("by words alone, a page of which several passages were found comes before one with a single better one", () => {
    const passages = [
      found("chance", { text: "tent" }),
      found("one", { documentId: "about", text: "tent", words: 0.9 }),
      found("two", { documentId: "about", text: "tent", words: 0.9 }),
    ];
    expect(ranked(passages, "tent")).toEqual(["one", "two", "chance"]);
    const long = Array.from({ length: 9 }, (_, index) =>
      found(`long${index}`, { documentId: "long", words: index === 0 ? 0.8 : 0.2 }),
    );
    const pages = [...long, found("short", { words: 1 }), found("other", { words: 0.5 })];
    expect(ranked(pages, "tent").slice(0, 3)).toEqual(["short", "long0", "other"]);
  });

  test("few words in common count less than meaning, and all of them count more", () => {
    const meant = found("meant", { text: "the parcel is on its way", meaning: near(1.3) });
    const some = found("some", { text: "a tent on the road", meaning: near(0.8) });
    const all = found("all", { text: "when does my tent arrive on the doorstep", meaning: near(0.8) });
    expect(ranked([some, meant, all], "tent arrive doorstep", "both")).toEqual(["all", "meant", "some"]);
  });

  test("a passage that has no vector yet is ranked by its words among those that have one", () => {
    const without = found("without", { text: "tents", words: 0.9 });
    expect(ranked([found("with", { meaning: near(0.2) }), without], "tents", "both")).toEqual([
      "without",
      "with",
    ]);
  });

  test("by words alone, a match of only the second of two words comes after a match in a heading, however often it occurs", () => {
    const passages = [
      ...["one", "two", "three"].map((id) => found(id, { text: `feed ${id}`, words: 1 })),
      found("named", { headings: ["Title", "Reading PDFs, Word documents and other files"], words: 0.1 }),
    ];
    expect(ranked(passages, "feed PDFs")).toEqual(["named", "one", "two", "three"]);
  });

  test("of a question of small words, only a heading that asks it answers, by words and by meaning", () => {
    const text = "What it does is this: do put the thing there.";
    const scores = (meaning?: Candidate["meaning"]) =>
      [{ text }, { headings: ["Title", "What is this thing, and what does it do?"] }].map((passage) => {
        const [best] = rank(
          [found("1", { ...passage, ...(meaning && { meaning }) })],
          "What does this thing do",
          "both",
        );
        return best?.score ?? 0;
      });
    for (const [said = 1, asked = 0] of [scores(), scores(near(0.3))]) {
      expect(said).toBeLessThan(0.2);
      expect(asked).toBeGreaterThan(0.35);
    }
  });

  test("by words alone, a number beside the only telling word answers a long question for one", () => {
    const score = (text: string, question = "How long does a refund take?") =>
      rank([found("1", { headings: ["Shop", "Money"], text })], question)[0]?.score;
    expect(score("We are glad to help. A refund takes up to 5 working days.")).toBeGreaterThan(0.35);
    expect(score("A refund arrives within ten days.")).toBeGreaterThan(0.35);
    expect(score("A refund is paid to your card. We have 5 shops.")).toBeLessThan(0.35);
    expect(score("1. Ask for a refund\n2. Wait")).toBeLessThan(0.35);
    expect(score("A refund takes up to 5 days.", "Who is it that does the refund?")).toBeLessThan(0.35);
  });

  test("by words alone, a passage that has less than half of a question is the closest and not the answer", () => {
    const score = (text: string) =>
      rank([found("1", { headings: ["Shop", "Things"], text })], "wash tent machine cold water")[0]?.score;
    expect(score("wash a tent")).toBeLessThan(0.35);
    expect(score("wash a tent in a machine with cold water")).toBeGreaterThan(0.35);
  });

  test("by words alone, the only telling word of a long question does not answer it unless it is most of the heading", () => {
    const score = (passage: Partial<PassageRecord>) =>
      rank([found("1", { text: "the type of an input", ...passage })], "who are they that may type here")[0]
        ?.score;
    expect(score({})).toBeLessThan(0.35);
    expect(score({ headings: ["Title", "Type"] })).toBeGreaterThan(0.35);
    expect(score({ headings: ["Title", "Begin to type a new message"] })).toBeLessThan(0.35);
    const polite = "what do i need to do if i would like to have a type";
    const typing = found("1", { headings: ["Title", "Type"], text: "the type" });
    expect(rank([typing], polite)[0]?.score).toBeGreaterThan(0.35);
  });

  test("a heading that differs in nothing but what the question is about is another question", () => {
    const removing = found("removing", { headings: ["Title", "How do I remove it?"], words: 1 });
    const updating = found("updating", {
      headings: ["Title", "How do I update to a new version?"],
      words: 0.5,
    });
    expect(ranked([removing, updating], "How do I update it?")).toEqual(["updating", "removing"]);
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
    expect(
      ranked(
        ids.map((id) => found(id, {})),
        "tent",
      ),
    ).toEqual(ids);
    expect(ranked([], "tent")).toEqual([]);
  });

  test("near copies and more than three passages of one document are dropped", () => {
    const text = "a tent lasts for twenty years when it is dry before it is stored away";
    const kept = withoutRepeats(
      rank(
        [
          found("one", { text, meaning: near(1.2) }),
          found("copy", { text: `${text}.`, meaning: near(1.1) }),
          ...["red", "green", "blue", "white"].map((colour) =>
            found(colour, {
              meaning: near(1),
              documentId: "colours",
              text: `${colour} tent ${colour} ${colour}ish mat`,
            }),
          ),
        ],
        "tent",
        "both",
      ),
      6,
    );
    expect(kept.map(({ id }) => id)).toEqual(["one", "red", "green", "blue"]);
  });
});

describe("the coverage of a question", () => {
  const coverages = (candidates: readonly Candidate[], question: string) =>
    measured(candidates, question).map(({ covered }) => covered);

  test("grows with the words of the question that a passage has, not with how often it has them", () => {
    const [often = 1, both = 0] = coverages(
      [found("often", { text: "tent tent tent" }), found("both", { text: "washing a tent by hand" })],
      "wash tent",
    );
    expect(both).toBeGreaterThan(often);
  });

  test("grows with a match in the heading and with words side by side", () => {
    const [apart = 1, phrase = 0, heading = 0] = coverages(
      [
        found("apart", { text: "a card for every gift that we sell here today" }),
        found("phrase", { text: "the best gift card in town or elsewhere" }),
        found("heading", { headings: ["Title", "Gift card"], text: "it never expires" }),
      ],
      "gift card",
    );
    expect(heading).toBeGreaterThan(phrase);
    expect(phrase).toBeGreaterThan(apart);
  });

  test("counts a word in another form of it", () => {
    const other = (text: string, word: string) => coverages([found("one", { headings: [], text })], word)[0];
    expect(other("with automatic updates", "automatically")).toBeGreaterThan(0.5);
    expect(other("it reads a PDF", "pdfs")).toBeGreaterThan(0.5);
  });

  test("counts another word of the same meaning a little less, also one of another language", () => {
    const [same = 0, alike = 0, german = 0, none = 1] = [
      ...coverages([found("same", { text: "the price" }), found("alike", { text: "the fee" })], "price"),
      ...coverages([found("alike", { text: "the fee" })], "Was kostet das?"),
      ...coverages([found("other", { text: "the tent" })], "Was kostet das?"),
    ];
    expect(same).toBeGreaterThan(alike);
    expect(alike).toBeGreaterThan(0.5);
    expect(german).toBe(alike);
    expect(none).toBe(0);
  });

  test("a word that many passages have tells less, though all candidates of a search have it", () => {
    const frequencies = {
      passages: 1000,
      having: new Map([
        ["back", 900],
        ["norway", 2],
      ]),
    };
    const candidates = [found("back", { text: "back to it" }), found("norway", { text: "in norway" })];
    const question = "back norway";
    const terms = termsOf(question, queryWords(question));
    const [back, norway] = measureCoverage(candidates, { question, terms, frequencies });
    expect(norway?.covered).toBeGreaterThan(2 * (back?.covered ?? 1));
  });

  test("lies between 0 and 1", () => {
    const all = coverages([found("all", { headings: ["Tent"], text: "tent" }), found("none", {})], "tent");
    expect(all).toEqual([expect.closeTo(1), 0]);
  });
});
