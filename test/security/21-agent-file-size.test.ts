import { expect, test } from "vitest";
import { readAgentTests } from "../../packages/operations/src/agent-tests/read-agent-tests.ts";
import { readAgentFile } from "../../packages/operations/src/agent-file/check-agent-file.ts";
import { measureGrowth } from "../support/measure-growth.ts";

/** Twice as much may take somewhat more than three times as long: four times would be quadratic, and nothing is measured exactly. */
const linear = 3.3;
const agent = "id: shop\nname: Shop\nmodel: {provider: extractive}\n";

/** A text of this length, from pieces with numbers. */
function repeat(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join("");
}

const many = (piece: string) => (size: number) => repeat(size, () => piece);

/** An agent with a tool whose input has this schema. */
const withSchema = (schema: string) =>
  `${agent}tools: [{name: t, description: t, http: {method: POST, url: "https://shop.example"}, inputSchema: {type: object, ${schema}}}]`;

const files: Readonly<Record<string, (size: number) => string>> = {
  keys: (size) => repeat(size, (index) => `k${index}: 1\n`),
  "keys of JSON": (size) => `{${repeat(size, (index) => `"k${index}":1,`)}"z":1}`,
  "the same key": many("a: 1\n"),
  anchors: (size) => repeat(size, (index) => `- &a${index} x\n`),
  aliases: (size) => `- &a x\n${many("- *a\n")(size)}`,
  "anchors with their aliases": (size) => repeat(size, (index) => `- &a${index} x\n- *a${index}\n`),
  merges: (size) => `a: &a {x: 1}\nb:\n${repeat(size, (index) => `  k${index}: {<<: *a}\n`)}`,
  "opened brackets": many("["),
  "closed brackets": many("]"),
  "brackets in each other": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  braces: many("{"),
  "lists in a list": (size) => `[${many("[],")(size)}]`,
  commas: (size) => `[${many(",")(size)}`,
  quotes: many('"'),
  tags: many("!a "),
  "anchors of nothing": many("&a "),
  colons: many(": "),
  lines: many("\n"),
  comments: many("#\n"),
  directives: many("%A\n"),
  documents: many("---\n"),
  dashes: many("- "),
  "values that are comments": many("- #x\n"),
  "lines, each deeper": (size) => repeat(size, (index) => `${" ".repeat(index)}a:\n`),
  "a long scalar": (size) => `a: ${many("x ")(size)}`,
  "a long quoted scalar": (size) => `a: "${many("x\\n\n ")(size)}"`,
  "a long block": (size) => `a: |\n${many("  x\n")(size)}`,
  "a long folded block": (size) => `a: >\n${many("  x\n\n")(size)}`,
  "blank lines in a scalar": (size) => `a: x\n${many("\n")(size)}  y`,
  starters: (size) => `${agent}starters: [${many('"",')(size)}]`,
  "tools of one name": (size) => `${agent}tools:\n${many("- {name: t}\n")(size)}`,
  "fields of a schema": (size) =>
    withSchema(`properties: {${repeat(size, (index) => `p${index}: {type: string},`)}}`),
  "faults of a schema": (size) => withSchema(`required: [${many("1,")(size)}]`),
  "lost references of a schema": (size) =>
    withSchema(`properties: {${repeat(size, (index) => `p${index}: {$ref: "#/x${index}"},`)}}`),
};

test.each(Object.entries(files))("an agent file made of %s is read in linear time", (_, file) => {
  const growth = measureGrowth((size) => void readAgentFile(file(size)), { from: 8_000, to: 64_000 });
  expect(growth).toBeLessThan(linear);
});

test("a file of tests with many keys is read in linear time", () => {
  const file = (size: number) => repeat(size, (index) => `k${index}: 1\n`);
  const growth = measureGrowth((size) => void readAgentTests(file(size)), { from: 8_000, to: 64_000 });
  expect(growth).toBeLessThan(linear);
});

test.each([
  ["words", many("k: 1\n"), "It has more than 100000 words and signs: a file this large is not read"],
  ["aliases", many("- *a\n"), "It has more than 1000 anchors and aliases: write their content out"],
  ["levels", (size: number) => "- ".repeat(size / 2), "This is nested too deeply"],
])("a file of the largest size with too many %s is refused with a sentence", (_, file, message) => {
  const size = message.includes("deeply") ? 1_000 : 1_000_000;
  expect(readAgentFile(file(size))).toMatchObject({ faults: [{ message }] });
});

test("a field that appears twice is named where it stands, also in brackets; maps may be merged several times", () => {
  expect(readAgentFile('id: a\nname: b\nid: c\nmodel: {provider: x, "provider": y}\n')).toEqual({
    faults: [
      { line: 3, column: 1, message: "Keys must be unique: this field appears twice" },
      { line: 4, column: 22, message: "Keys must be unique: this field appears twice" },
    ],
  });
  const merged = "x-a: &a {id: shop}\nx-b: &b {name: Shop}\n<<: *a\n<<: *b\n";
  expect(JSON.stringify(readAgentFile(merged))).not.toContain("unique");
});
