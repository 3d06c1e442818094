import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import type { NewPassage } from "../../src/index.ts";
import { putAgent } from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Twice as many as are weighed for one question. */
const count = 4200;

/** Common words occur in a half of all passages and in all but a few, each other word in some, and one in a heading. */
function passageOf(number: number): NewPassage {
  const order = number % 2 === 0 ? "An order of yours." : "A thing of yours.";
  const report = number % 100 === 0 ? "See above." : "See the report for it, and the way.";
  return {
    headings: ["Shop", number % 70 === 0 ? "Your order" : "Your way"],
    anchor: null,
    text: `${order} ${report} Number${number} topic${number % 100} ${"more ".repeat(number % 7)}`,
  };
}

async function openLarge(agentId = "guide") {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const file = join(folder.path, "large.db");
  const storage = stack.use(await openSqlite({ file }));
  await putAgent(storage, agentId);
  const document = { id: "d", agentId, source: "files", location: "a.md", title: "Shop", url: null };
  const passages = Array.from({ length: count }, (_, index) => passageOf(index + 1));
  await storage.knowledge.replaceDocument({ ...document, fingerprint: "1", readAt: 1 }, passages);
  const find = (...words: readonly string[]) =>
    storage.knowledge.search({ agentId: "guide", words, limit: 20 });
  const own = stack.move();
  return { file, storage, find, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

/** FTS5's own ranking of all passages. */
function rankAll(file: string, query: string) {
  using database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `select rowid as id, -bm25(passage_index, 4, 1, 4, 1) as score from passage_index
      where passage_index match ? order by score desc, rowid limit 20`,
    )
    .all(query);
  return rows.map(({ id, score }) => ({ id: String(id), score: Number(score) }));
}

test.each([
  ["topic77", "order"],
  ["topic77", "topic78", "report", "order"],
  ["number1234", "order", "report"],
  ["topic30", "nothing"],
])("%s %s, asked of many passages, is ranked as if all of them were", async (...words) => {
  await using large = await openLarge();
  const found = await large.find(...words);
  const all = rankAll(large.file, words.join(" OR "));
  const rare = all.filter(({ id }) => found.some((passage) => passage.id === id));
  // Of passages that have common words alone, some are not looked at.
  expect(rare.length).toBeGreaterThanOrEqual(words[0] === "number1234" ? 10 : 20);
  for (const { id, score } of rare)
    expect(found.find((passage) => passage.id === id)?.score).toBeCloseTo(score, 6);
  expect(found[0]?.id).toBe(all[0]?.id);
});

test("where all words are common, passages are found that have one in a heading", async () => {
  await using large = await openLarge();
  const found = await large.find("order", "report");
  expect(found).toHaveLength(20);
  expect(found.map(({ headings }) => headings.at(-1))).toEqual(found.map(() => "Your order"));
});

test("where nothing but a common word is asked for, passages are found that have it", async () => {
  await using large = await openLarge();
  expect(await large.find("report")).toHaveLength(20);
});

test("passages of another agent neither count nor are found", async () => {
  await using large = await openLarge("shop");
  expect(await large.find("order", "report")).toEqual([]);
});
