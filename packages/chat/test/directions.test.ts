import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../src");
const sides = /(?:^|[\s-])(?:left|right)(?:-[a-z-]+)?\s*:|(?:text-align|float|clear):\s*(?:left|right)\b/;
/** Four measures of which the second and the fourth differ. */
const uneven = /(?:padding|margin|inset|border-width):\s*\S+ (\S+) \S+ (?!\1;)\S+;/;

/** The rules of a sheet that name a side of the screen without naming a direction. */
const faultsOf = (css: string): string[] =>
  css.split("}").filter((rule) => !rule.includes(":dir(") && (sides.test(rule) || uneven.test(rule)));

test("no style of the chat names left or right, unless for a specific direction", () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".css"),
  );
  expect(sheets.length).toBeGreaterThan(5);
  for (const name of sheets) expect(faultsOf(readFileSync(join(folder, name), "utf8")), name).toEqual([]);
});

test("a style that names left or right is found", () => {
  const faulty = [
    "margin-left: 2px;",
    "left: 0;",
    "border-right-color: red;",
    "text-align: right;",
    "padding: 1px 2px 3px 4px;",
  ];
  for (const style of faulty) expect(faultsOf(`.a { ${style} }`)).toHaveLength(1);
  const right = ["padding: 1px 2px 3px 2px;", "text-align: start;", "inset-inline-start: 0;"];
  for (const style of right) expect(faultsOf(`.a { ${style} }`)).toEqual([]);
  expect(faultsOf(".a:dir(rtl) { text-align: right; }")).toEqual([]);
});
