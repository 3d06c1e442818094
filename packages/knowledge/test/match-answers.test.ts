import { termsOf } from "@servicechat/contract/language";
import { expect, test } from "vitest";
import { createAnswerMatcher } from "../src/approved-answers/match-answers.ts";
import { queryWords } from "../src/search/query-words.ts";

const questions = ["How long does a refund take?", "When is my money back?", "Is a refund slow?"];

/** The common fields of all answers here. */
const kept = {
  agentId: "shop",
  verbatim: true,
  owner: null,
  reviewOn: null,
  hits: 0,
  lastHitAt: null,
  createdAt: 1,
  changedAt: 1,
  changedBy: null,
  revision: 1,
};

/** Finds answers among this many, each of which reports how often its text was read. */
function openMatcher(count: number) {
  let reads = 0;
  const all = Array.from({ length: count }, (_, at) => ({
    ...kept,
    id: `ans_${at}`,
    questions: questions.map((question) => (at === 0 ? question : `${question} Number ${at}`)),
    get text() {
      reads++;
      return "A refund is paid within 10 days.";
    },
  }));
  const match = createAnswerMatcher({
    approvedAnswers: { revisionOf: () => Promise.resolve("1"), list: () => Promise.resolve(all) },
    knowledge: { frequencies: () => Promise.resolve({ passages: 100, having: new Map() }) },
  });
  const ask = async (query: string, onlyVerbatim: boolean) => {
    reads = 0;
    const asked = { agentId: "shop", query, terms: termsOf(query, queryWords(query)), timeoutMs: 1_000 };
    const found = await match({ ...asked, onlyVerbatim });
    return { first: found[0]?.answer.id, isClose: found[0]?.isClose, reads };
  };
  return ask;
}

test("each answer's text is read once for a search, however many questions it is for, and never for the very words", async () => {
  const ask = openMatcher(50);
  const query = "How long does a refund take?";
  expect(await ask(query, false)).toEqual({ first: "ans_0", isClose: true, reads: 50 });
  expect(await ask(query, true)).toEqual({ first: "ans_0", isClose: true, reads: 0 });
});

test("a question in other words is about the same by its meaning, comes first, and is not nearly the same", async () => {
  const of = (id: string, question: string) => ({
    ...kept,
    id,
    text: "Within 10 days.",
    questions: [question],
  });
  const all = [
    of("ans_elsewhere", "Lamp broken elsewhere?"),
    of("ans_lantern", "Lantern broken shade replaced?"),
  ];
  const match = createAnswerMatcher({
    approvedAnswers: { revisionOf: () => Promise.resolve("1"), list: () => Promise.resolve(all) },
    knowledge: { frequencies: () => Promise.resolve({ passages: 100, having: new Map() }) },
  });
  const embedded: string[] = [];
  const vectorOf = (text: string) =>
    text.startsWith("Lamp broken e") ? Float32Array.of(0, 1) : Float32Array.of(1, 0);
  const embedder = {
    model: "tiny",
    batch: 1,
    embed: async (texts: readonly string[]) => {
      embedded.push(...texts);
      return texts.map(vectorOf);
    },
  };
  const query = "Torch broken replaced?";
  const asked = { agentId: "shop", query, terms: termsOf(query, queryWords(query)), timeoutMs: 1_000 };
  const byWords = await match(asked);
  expect(byWords.filter(({ isFirst }) => isFirst)).toEqual([]);

  const byBoth = await match({ ...asked, embedder, vector: vectorOf(query) });
  expect(byBoth[0]).toMatchObject({ answer: { id: "ans_lantern" }, isFirst: true, isClose: false });
  expect(byBoth.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  // Their vectors are made once.
  await match({ ...asked, embedder, vector: vectorOf(query) });
  expect(embedded.toSorted()).toEqual(["Lamp broken elsewhere?", "Lantern broken shade replaced?"]);
});
