import { expect, test } from "vitest";
import { readSourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

const maxLines = 300;

/** The words of one language are one thing, however many there are. */
const words = /\/src\/(?:words\/|.*\bwords\.[a-z]{2}\.ts$)/;

test("no source file has more than 300 lines: a longer one exports more than one thing", () => {
  const files = readSourceFiles().filter(({ path }) => !words.test(path));
  expect(files.length, "source files found").toBeGreaterThan(50);
  expect(findLongFiles(files)).toEqual([]);
});

test("a file that is too long is reported with its length", () => {
  const longest = { path: "tools/longest.ts", text: "line\n".repeat(maxLines) };
  const planted = { path: "tools/planted.ts", text: "line\n".repeat(maxLines + 1) };
  expect(findLongFiles([longest, planted])).toEqual(["tools/planted.ts has 301 lines"]);
});

function findLongFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, "").split("\n").length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}
