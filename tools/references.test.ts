import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLostReferences } from "./find-lost-references.ts";
import { readSourceFiles, repository } from "./source-files.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

test("every reference of the sources to a document is a heading or a row of it", () => {
  const found = readSourceFiles()
    .filter(({ path }) => path !== "tools/references.test.ts")
    .flatMap(({ path, text }) => findLostReferences(text, read).map((lost) => `${path}: ${lost}`));
  expect(found).toEqual([]);
});

test("a broken reference is found, even across a line break", () => {
  const page =
    "# Rules\n\n## One `rule`\n\n| Row | Why |\n|---|---|\n| A row | because |\n\n1. First.\n2. Second.\n";
  const lost = (text: string) => findLostReferences(text, () => page);
  expect(lost('(docs/a.md, "One rule") (docs/a.md, "A\n * row") Promise 2: x, promise 1')).toEqual([]);
  expect(lost('(docs/a.md, "Another")')).toEqual(['docs/a.md, "Another"']);
  expect(lost("Promise 3: x")).toEqual(["promise 3"]);
  expect(lost('(specification, Events) (decisions,\n// "Ids")')).toEqual(["specification", "decisions"]);
});

test("each promise of docs/promises.md has a unique number, and a test with that number", () => {
  const rows = Array.from(read("docs/promises.md").matchAll(/^(\d+)\. .*\(\.\.\/([^)]+)\)\.$/gm));
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  const without = rows.filter(
    ([, number, path = ""]) => !new RegExp(String.raw`promise ${number}\b`, "i").test(read(path)),
  );
  expect(without.map(([row]) => row)).toEqual([]);
});
