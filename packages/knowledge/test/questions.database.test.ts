import { join } from "node:path";
import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";
import { questions, unanswerable } from "./fixtures/questions.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const sources = ["md", "html", "txt"].map((ending) => ({
  files: `./docs/**/*.${ending}`,
  linkBase: "https://docs.harborpine.example/",
}));

test("for nine of ten questions the right section is among the first three, for eight of ten it is the first", async () => {
  await using open = await openKnowledge();
  const report = await open.knowledge.sync(open.agent(sources, fixtures));
  expect(report.faults).toEqual([]);
  const titles = new Map(
    (await open.store.documents("shop")).map((document) => [document.location, document.title]),
  );

  const missed: string[] = [];
  let first = 0;
  for (const { ask, page, heading } of questions) {
    const found = await open.knowledge.search("shop", ask, 3);
    const at = found.findIndex(
      (passage) =>
        passage.title === titles.get(`docs/${page}`) && (!heading || passage.headings.includes(heading)),
    );
    if (at < 0) missed.push(ask);
    if (at === 0) first++;
  }
  expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(questions.length * 0.1);
  expect(first).toBeGreaterThanOrEqual(questions.length * 0.8);
});

test("a question that the pages do not answer scores lower than one that they do", async () => {
  await using open = await openKnowledge();
  await open.knowledge.sync(open.agent(sources, fixtures));
  const best = async (ask: string) => (await open.knowledge.search("shop", ask, 1))[0]?.score ?? 0;

  for (const ask of unanswerable) expect(await best(ask), ask).toBeLessThan(0.35);
  const answered = await Promise.all(questions.map(({ ask }) => best(ask)));
  expect(answered.filter((score) => score >= 0.35).length).toBeGreaterThanOrEqual(questions.length * 0.9);
});
