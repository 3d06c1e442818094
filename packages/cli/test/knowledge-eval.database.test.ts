import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultText } from "@servicechat/operations";
import { readQuestions } from "@servicechat/operations/agent-file";
import { newOperator, smallAgent } from "./run-program.ts";

async function operatorWithPages() {
  const operator = await newOperator();
  await mkdir(join(operator.folder, "docs"));
  await writeFile(
    join(operator.folder, "docs", "delivery.md"),
    "# Delivery\n\nEvery parcel leaves on Mondays.",
  );
  await writeFile(join(operator.folder, "docs", "returns.md"), "# Returns\n\nA refund takes a week.");
  await operator.write(
    "shop.yaml",
    `${smallAgent}knowledge: {sources: [{files: "./docs/*.md"}], embeddings: false}\n`,
  );
  await operator.run("agent", "apply", join(operator.folder, "shop.yaml"));
  return operator;
}

const list = `- {question: When does my parcel leave?, pages: [delivery.md]}
- {question: Where is your shop?, pages: [shop.md]}
`;

test("eval prints recall and mean reciprocal rank, and with --verbose what was not found", async () => {
  await using operator = await operatorWithPages();
  const file = await operator.write("questions.yaml", list);
  const { code, out, err } = await operator.run("knowledge", "eval", "shop", file, "--verbose");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^RANKING +RECALL@1 +RECALL@3 +RECALL@5 +RECALL@10 +MRR\nwords +0\.500 +0\.500 +0\.500 +0\.500 +0\.500\n/,
  );
  expect(out).toContain("  Where is your shop?  (not among the first 10)");
  expect(out).not.toContain("When does my parcel leave?");
  expect(err).toContain("The agent has no page 'shop.md'");

  expect(await operator.json("knowledge", "eval", "shop", file)).toMatchObject({
    questions: 2,
    rankings: [{ ranking: "words", recall: { 5: 0.5 }, answers: [{ place: 1 }, { place: null }] }],
  });
});

const judgedList = `- {question: When does every parcel leave?, pages: [delivery.md], section: Delivery, fact: on Mondays, kind: plain}
- {question: How long does a refund take?, pages: [returns.md], section: [Nowhere, Returns], fact: /an? (day|month)/, kind: plain}
- {question: Do you sell kayaks?, answered: false, kind: odd}
`;

test("with facts, the agent is asked without its model, and each kind of answer is scored", async () => {
  await using operator = await operatorWithPages();
  const file = await operator.write("judged.yaml", judgedList);
  const { code, out, err } = await operator.run("knowledge", "eval", "shop", file, "--verbose");
  expect(code).toBe(0);
  expect(out).toMatch(/^RANKING .* SECTION@1 +SECTION@6\nwords .* 1\.000 +1\.000\n/);
  expect(out).toMatch(/\nall +1 of 2 +2 of 2 +1 of 1\nplain +1 of 2 +2 of 2\nodd +1 of 1\n/);
  expect(out).toMatch(
    /How long does a refund take\?  \(wrong answer, section shown\)\n  I.m not sure[^]*A refund takes a week\./,
  );
  expect(out).not.toContain("When does every parcel leave?");
  expect(out).not.toContain("Do you sell kayaks?");
  expect(err).toContain("The pages have no heading 'Nowhere', which should contain the answer to: How long");
  expect(err).toContain(
    "The pages do not contain '/an? (day|month)/' there, which the answer should include: How long",
  );

  expect(await operator.json("knowledge", "eval", "shop", file)).toMatchObject({
    questions: 3,
    answers: [
      { kind: "plain", right: true, shown: true, text: expect.stringContaining("Mondays") },
      { right: false, shown: true },
      { question: "Do you sell kayaks?", declined: true },
    ],
  });
});

test("a list with faults is refused with the number of each question before anything is asked", async () => {
  await using operator = await newOperator();
  const wrong = [
    ["[", /line 1, column/],
    ["{}", /must be a list of 1 to/],
    ["[]", /must be a list of 1 to/],
    ["- {question: A?, pages: [a.md]}\n- {question: '', pages: x}", /question 2: question: must be text/],
    ["- {question: A?, pages: ['']}", /question 1: pages: must be a list/],
    ["- {question: A?, pages: [a.md], page: y}", /question 1: page: is not a known field/],
    ["- {question: A?, pages: [a.md], section: ''}", /question 1: section: must be a heading/],
    ["- {question: A?, pages: [a.md], section: [7]}", /question 1: section: must be a heading/],
    ["- {question: A?, pages: [a.md], fact: 14}", /question 1: fact: must be text .* quotation marks/],
    [
      "- {question: A?, pages: [a.md], fact: /(/}",
      /question 1: fact: is not a regular expression: .*Unterminated/,
    ],
    ["- {question: A?, pages: [a.md], kind: [x]}", /question 1: kind: must be text/],
    ["- {question: A?, pages: [a.md], answered: no}", /question 1: answered: must be true or false/],
    ["- {question: A?, answered: true}", /question 1: pages: must be a list/],
    [
      "- {question: A?, pages: [a.md], fact: b, answered: false}",
      /pages: not allowed .*\n.*fact: not allowed/,
    ],
    ["- text", /question 1: must have a question and its pages/],
  ] as const;
  for (const [text, fault] of wrong) {
    const read = readQuestions(text);
    expect("faults" in read ? read.faults.map(faultText).join("\n") : "", text).toMatch(fault);
    await operator.write("q.yaml", text);
  }
  const { code, out, err } = await operator.run("knowledge", "eval", "shop", join(operator.folder, "q.yaml"));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/q\.yaml is not a list of questions:\n  question 1/);
  expect(err).not.toMatch(/^\s+at /m);
});

test("a missing or empty agent is refused, and a missing argument is a usage error", async () => {
  await using operator = await newOperator();
  const file = await operator.write("questions.yaml", list);
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  expect(await operator.run("knowledge", "eval", "shop", file)).toMatchObject({
    code: 1,
    err: expect.stringContaining("has no documents"),
  });
  expect(await operator.run("knowledge", "eval", "nobody", file)).toMatchObject({ code: 1 });
  expect(await operator.run("knowledge", "eval", "shop", "none.yaml")).toMatchObject({
    code: 1,
    err: expect.stringContaining("none.yaml could not be read: it does not exist."),
  });
  expect(await operator.run("knowledge", "eval", "shop")).toMatchObject({ code: 2 });
});
