import { describe, expect, test } from "vitest";
import { judgeAnswer, sumUp, type EvaluationQuestion, type GivenAnswer } from "../src/index.ts";
import { splitAnswer } from "../src/evaluate/judge-answer.ts";

const base = "https://help.example";
const documents = [
  { location: "help/returns.md", title: "Returns", url: `${base}/returns.md` },
  { location: "help/delivery.md", title: "Delivery", url: `${base}/delivery.md` },
  { location: "help/tents.md", title: "Tents", url: null },
];
const question: EvaluationQuestion = {
  question: "Can I have my money back?",
  pages: ["returns.md"],
  sections: ["When the money comes back"],
  fact: "within 14 days",
};
const refund = "You get it back **within\n14 days**.";
const right = `[Returns › When the money comes back](${base}/returns.md#when-the-money-comes-back)`;
const wrong = `[Delivery › How long it takes](${base}/delivery.md#how-long-it-takes)`;
const row = { title: "Returns", detail: "Returns › When the money comes back", number: 2 };

function judge(text: string, given: Partial<GivenAnswer> = {}, asked: Partial<EvaluationQuestion> = {}) {
  return judgeAnswer({ ...question, ...asked }, { text, sources: [], options: [], ...given }, documents);
}

describe("an answer is right when it says the fact and cites the section for it", () => {
  test.each([
    ["by a link", `${refund}\n\nSource: ${right}`, {}],
    ["by a link of other words", `${refund} [See there](${base}/returns.md#when-the-money-comes-back).`, {}],
    ["by the number of a source", `${refund} [2]`, { sources: [{ ...row, url: `${base}/returns.md#x` }] }],
    [
      "by a section below it",
      `${refund} [2]`,
      { sources: [{ ...row, detail: `${row.detail} › By card`, url: `${base}/returns.md#card` }] },
    ],
    ["with links to other sections after it", `${refund}\n\nSource: ${right}\n\nRelated:\n\n- ${wrong}`, {}],
    ["with code and a list of its own", `${refund}\n\n- one\n- [two](${base}/x)\n\nSource: ${right}`, {}],
  ])("%s", (_, text, given) => {
    expect(judge(text, given)).toMatchObject({ right: true, shown: true, declined: false });
  });

  test.each([
    ["the fact is not said", `It depends.\n\nSource: ${right}`, {}, true],
    ["another section is cited", `${refund}\n\nSource: ${wrong}`, {}, false],
    [
      "another page is, with a heading of the same name",
      `${refund}\n\n[x](${base}/delivery.md#when-the-money-comes-back)`,
      {},
      false,
    ],
    [
      "the section only stands among the links",
      `${refund}\n\nSource: ${wrong}\n\nRelated:\n- ${right}`,
      {},
      true,
    ],
    [
      "nothing but links is there",
      `These sections may help:\n\n- ${wrong}\n- ${right}\n\nOr ask in other words.`,
      {},
      true,
    ],
    ["a number leads to no source", `${refund} [3]`, { sources: [row] }, false],
    [
      "it is asked which section is meant",
      "",
      { options: [{ label: "Returns", description: "When the money comes back" }] },
      true,
    ],
    [
      "what is asked back leaves it out",
      "",
      { options: [{ label: "Delivery", description: "How long it takes" }] },
      false,
    ],
  ])("not when %s", (_, text, given, shown) => {
    expect(judge(text, given)).toMatchObject({ right: false, shown });
  });

  test("a fact between slashes is a regular expression, others are taken as they stand", () => {
    const text = `It costs €4.50 (at most).\n\nSource: ${right}`;
    for (const fact of ["/€4[.,]50/", "€4.50 (at most)", "IT COSTS"])
      expect(judge(text, {}, { fact }).right, fact).toBe(true);
    for (const fact of ["/^€/", "€4x50", "4.50 (at least)"])
      expect(judge(text, {}, { fact }).right, fact).toBe(false);
  });

  test("a page without an address is known by its title, also in a list without links", () => {
    const asked = { pages: ["tents.md"], sections: ["Care"], fact: "by hand" };
    const sources = [{ title: "Tents", detail: "Tents › Care", number: 1 }];
    expect(judge("Wash it by hand.\n\n[1]", { sources }, asked)).toMatchObject({
      right: true,
    });
    expect(judge("These may help:\n\n- Tents › Care", { sources }, asked)).toMatchObject({
      right: false,
      shown: true,
      declined: true,
    });
  });

  test("without sections any place of the page will do, without a fact nothing is called right or wrong", () => {
    const { fact: _, sections: __, ...asked } = question;
    const given = { text: `Yes.\n\nSource: [Returns](${base}/returns.md)`, sources: [], options: [] };
    expect(judgeAnswer(asked, given, documents)).toEqual({ shown: true, declined: false, words: 3 });
  });
});

test("what nothing answers is handled by quoting nothing and asking nothing", () => {
  const declined = (text: string, given: Partial<GivenAnswer> = {}) => {
    const judgement = judge(text, given, { pages: [], sections: [] });
    expect(judgement).not.toHaveProperty("right");
    expect(judgement).not.toHaveProperty("shown");
    return judgement.declined;
  };
  expect(declined("I could not find anything about that.")).toBe(true);
  expect(declined(`These sections may help:\n\n- ${wrong}\n- ${right}`)).toBe(true);
  expect(declined(`Two days.\n\nSource: ${wrong}`)).toBe(false);
  expect(declined("Two days. [2]", { sources: [row] })).toBe(false);
  expect(declined("", { options: [{ label: "Delivery", description: "" }] })).toBe(false);
});

test("a list of links belongs to the answer if a source follows it", () => {
  const quoted = `Read these:\n\n- ${right}\n- ${wrong}\n\nSource: ${right}`;
  expect(splitAnswer(quoted)).toEqual({ said: quoted, links: "" });
  const list = `Related\n- ${right}\n1. **${wrong}**`;
  expect(splitAnswer(`Yes.\n\n${list}`)).toEqual({ said: "Yes.", links: list });
});

test("answers are counted together, and questions back and those without an answer have no length", () => {
  const judged = [
    { question, judgement: { right: true, shown: true, declined: false, words: 30 } },
    { question, judgement: { right: false, shown: true, declined: false, words: 10 } },
    { question, judgement: { right: false, shown: false, declined: false, words: 0 } },
    { question: { ...question, pages: [] }, judgement: { declined: true, words: 500 } },
  ];
  expect(sumUp(judged)).toEqual({
    right: { count: 1, of: 3 },
    shown: { count: 2, of: 3 },
    declined: { count: 1, of: 1 },
    medianWords: 30,
    maxWords: 30,
  });
});
