import { join } from "node:path";
import { expect, test } from "vitest";
import { createAnswerMatcher } from "../src/approved-answers/match-answers.ts";
import { isSameQuestion } from "../src/approved-answers/is-same-question.ts";
import { openKnowledge } from "./open-knowledge.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const draft = {
  id: "ans_1",
  text: "A refund is paid within 10 days, to the card that was used.",
  questions: ["How long does a refund take?", "When is my money paid back?"],
  verbatim: true,
};

/** A shop's first results, with an approved answer that is only tried. */
async function openShop() {
  const open = await openKnowledge();
  await open.knowledge.sync(open.agent([{ files: "./docs/**/*.md" }], fixtures));
  const first = async (question: string, options = { draft }) =>
    (await open.knowledge.search("shop", question, 3, options))[0];
  return { ...open, first, [Symbol.asyncDispose]: open[Symbol.asyncDispose] };
}

test.each([
  ["How long does a refund take?", { id: "ans_1", verbatim: true }],
  ["how long do refunds take", { id: "ans_1", verbatim: true }],
  ["When will my money be paid back?", { id: "ans_1", verbatim: true }],
  ["Why does my refund take so long?", { id: "ans_1" }],
  ["To which card is the refund paid?", { id: "ans_1" }],
  ["How long does delivery take?", undefined],
  ["Do you repair tents?", undefined],
])("%s: the approved answer comes first where it is about the same", async (question, approved) => {
  await using shop = await openShop();
  expect((await shop.first(question))?.approved).toEqual(approved);
});

test("an answer that is given word for word is distinguished from others without a search", async () => {
  await using shop = await openShop();
  const values = { agentId: "shop", owner: null, reviewOn: null, createdAt: 1, changedBy: null };
  await shop.putAnswer({ ...draft, ...values });
  expect(await shop.knowledge.hasVerbatim("shop", "How long do refunds take?")).toBe(true);
  expect(await shop.knowledge.hasVerbatim("shop", "How long does delivery take?")).toBe(false);
  expect(await shop.knowledge.hasVerbatim("another", "How long do refunds take?")).toBe(false);
});

test("in an evaluation, an approved answer to the question is as right as the page that was named", async () => {
  await using shop = await openShop();
  const { id } = draft;
  const values = { agentId: "shop", owner: null, reviewOn: null, createdAt: 1, changedBy: null };
  await shop.putAnswer({ ...draft, ...values });
  const asked = (question: string, pages: readonly string[]) => ({ question, pages });
  const evaluation = await shop.knowledge.evaluate(shop.agent([]), [
    asked("How long do refunds take?", ["returns.md"]),
    asked("Why does my refund take so long?", ["no-such-page.md"]),
    asked("Why does my refund take so long?", [`answers/${id}`]),
  ]);
  expect(evaluation.rankings[0]?.answers.map(({ place }) => place)).toEqual([1, null, 1]);
  expect(evaluation.unknownPages).toMatchObject([{ page: "no-such-page.md" }]);
});

test("a model that reads English alone is given the questions of answers in English too", async () => {
  const asked: string[] = [];
  const match = createAnswerMatcher({
    approvedAnswers: { revisionOf: async () => "", list: async () => [] },
    knowledge: { frequencies: async () => ({ passages: 0, having: new Map() }) },
  });
  const query = "Wie lange dauert die Rückerstattung?";
  await match({
    agentId: "shop",
    query,
    terms: [],
    vector: Float32Array.of(1),
    embedder: {
      model: "english",
      batch: 8,
      onlyEnglish: true,
      async embed(texts) {
        asked.push(...texts);
        return texts.map(() => Float32Array.of(1));
      },
    },
    timeoutMs: 1_000,
    draft: { ...draft, questions: [query] },
  });
  expect(asked).toEqual([expect.stringContaining("refund")]);
});

test.each([
  ["Can I return a tent without a receipt?", "Can I return a tent with a receipt?", false],
  ["Is it not allowed?", "Is it allowed?", false],
  ["What does plan 2 cost?", "What does plan 3 cost?", false],
  ["Kann ich ohne Beleg umtauschen?", "Kann ich mit Beleg umtauschen?", false],
  ["When do you deliver?", "Where do you deliver?", false],
  ["How do I cancel my order?", "Why do I cancel my order?", false],
  ["Can I cancel before shipping?", "Can I cancel after shipping?", false],
  ["How do I turn on the alarm?", "How do I turn off the alarm?", false],
  ["Do I pay for a return?", "Do you pay for a return?", false],
  ["What is my address?", "What is your address?", false],
  ["Do you ship from Rome to Oslo?", "Do you ship from Oslo to Rome?", false],
  ["Can I return it?", "can i return it", true],
  ["How can I return an order?", "Please, how do I return my orders", true],
  ["Wo ist meine Bestellung?", "Wo ist die Bestellung bitte?", true],
  ["", "", false],
])("%j and %j are nearly the same question: %s", (one, other, isSame) => {
  expect(isSameQuestion(one, other)).toBe(isSame);
});
