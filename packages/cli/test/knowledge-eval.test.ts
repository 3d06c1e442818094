import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readQuestions } from "../src/read-questions.ts";
import { Refusal } from "../src/refusal.ts";
import { newOperator, smallAgent } from "./run-program.ts";

async function operatorWithPages() {
  const operator = await newOperator();
  await mkdir(join(operator.folder, "docs"));
  await writeFile(
    join(operator.folder, "docs", "delivery.md"),
    "# Delivery\n\nEvery parcel leaves on Mondays.",
  );
  await writeFile(join(operator.folder, "docs", "returns.md"), "# Returns\n\nA refund takes a week.");
  await operator.write("shop.yaml", `${smallAgent}knowledge: [{files: "./docs/*.md"}]\n`);
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
  expect(err).toContain("The agent knows no page 'shop.md'");

  expect(await operator.json("knowledge", "eval", "shop", file)).toMatchObject({
    questions: 2,
    rankings: [{ ranking: "words", recall: { 5: 0.5 }, answers: [{ place: 1 }, { place: null }] }],
  });
});

test("a list with faults is refused with the number of each question, before anything is asked", async () => {
  await using operator = await newOperator();
  const wrong = [
    ["[", /line 1, column/],
    ["{}", /must be a list of 1 to/],
    ["[]", /must be a list of 1 to/],
    ["- {question: A?, pages: [a.md]}\n- {question: '', pages: x}", /question 2: question: must be a text/],
    ["- {question: A?, pages: ['']}", /question 1: pages: must be a list/],
    ["- {question: A?, pages: [a.md], page: y}", /question 1: page: is not known here/],
    ["- text", /question 1: must have a question and its pages/],
  ] as const;
  for (const [text, fault] of wrong) {
    const file = await operator.write("q.yaml", text);
    expect(() => readQuestions(file), text).toThrow(Refusal);
    expect(() => readQuestions(file), text).toThrow(fault);
  }
  const { code, out, err } = await operator.run("knowledge", "eval", "shop", join(operator.folder, "q.yaml"));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/q\.yaml is no list of questions:\n  question 1/);
  expect(err).not.toMatch(/^\s+at /m);
});

test("an agent that is not there or knows nothing is refused, a missing argument is a wrong call", async () => {
  await using operator = await newOperator();
  const file = await operator.write("questions.yaml", list);
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  expect(await operator.run("knowledge", "eval", "shop", file)).toMatchObject({
    code: 1,
    err: expect.stringContaining("knows no documents"),
  });
  expect(await operator.run("knowledge", "eval", "nobody", file)).toMatchObject({ code: 1 });
  expect(await operator.run("knowledge", "eval", "shop", "none.yaml")).toMatchObject({
    code: 1,
    err: expect.stringContaining("none.yaml could not be read: it is not there."),
  });
  expect(await operator.run("knowledge", "eval", "shop")).toMatchObject({ code: 2 });
});
