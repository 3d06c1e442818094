import fc from "fast-check";
import { expect, test } from "vitest";
import { createPatternEngine, patternIssue } from "../src/json-schema/pattern-engine.ts";
import { createWorkBudget } from "../src/json-schema/work-budget.ts";

/**
 * Whether JavaScript finds a pattern in a text. A match begins between two characters; V8 also begins one in the middle
 * of a surrogate pair, where `\B` holds, which the specification excludes (ECMA-262, RegExpBuiltinExec).
 */
function finds(sticky: RegExp, text: string): boolean {
  let at = 0;
  for (const character of [...text.split(/(?:)/u), ""]) {
    sticky.lastIndex = at;
    if (sticky.test(text)) return true;
    at += character.length;
  }
  return false;
}

/** A pattern's results for each text, here and in a browser. Prepared once: that takes most of the time. */
function judgements(pattern: string, texts: readonly string[]) {
  const budget = createWorkBudget();
  const compiled = createPatternEngine(budget)(pattern);
  const native = new RegExp(pattern, "uy");
  const judge = (test: (text: string) => boolean) => texts.map((text) => [pattern, text, test(text)]);
  const found = judge((text) => {
    budget.restart();
    return compiled.test(text);
  });
  return { found, expected: judge((text) => finds(native, text)) };
}

function expectSameMeaning(pattern: string, texts: readonly string[]): void {
  const { found, expected } = judgements(pattern, texts);
  expect(found).toEqual(expected);
}

const atoms = [
  ..."ab-_]^ é😀".replace(/[\]^]/g, "").split(/(?:)/u),
  ".",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\n",
  "\\v",
  "\\0",
  "\\cJ",
  "\\x41",
  "\\u0041",
  "\\u{1F600}",
  "\\uD83D\\uDE00",
  "\\/",
  "\\.",
  "[\\-]",
  "\\]",
  "\\p{L}",
  "\\P{Lu}",
  "\\p{Script=Greek}",
  "\\p{Uppercase_Letter}",
  "\\p{gc=Nd}",
  "[]",
  "[^]",
  "[^a]",
  "[a-c]",
  "[\\s\\S]",
  "[^\\s]",
  "[\\w.-]",
  "[[:alpha:]",
  "[\\b]",
  "[^\\S\\n]",
  "[\\p{L}\\d]",
  "[-a]",
  "[😀-😃]",
  "(?<name>a)",
  "(?:b)",
  "(a|b)",
];
const pieces = [
  "a",
  "b",
  "A",
  "c",
  " ",
  "-",
  ".",
  "é",
  "😀",
  "λ",
  "7",
  "_",
  "\n",
  "\r",
  "\u2028",
  "\u00a0",
  "\ufeff",
  "\v",
  "\0",
  "\b",
  "[",
  ":",
  "/",
  "]",
];

test("every part of a pattern means the same as in a browser", () => {
  const texts = ["", ...pieces, ...pieces.flatMap((one) => pieces.map((other) => one + other))];
  for (const atom of atoms)
    for (const pattern of [atom, `^${atom}$`, `^(?:${atom})+a`]) expectSameMeaning(pattern, texts);
});

test("a pattern means the same as in a browser", () => {
  const atom = fc.tuple(
    fc.constantFrom(...atoms),
    fc.constantFrom("", "", "", "*", "+?", "?", "{1,2}", "{2}"),
  );
  const pattern = fc
    .array(atom, { minLength: 1, maxLength: 5 })
    .map((list) => list.map((two) => two.join("")).join(""));
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((list) => list.join(""));
  let judged = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (written, texts) => {
      if (patternIssue(written) !== undefined) return;
      judged += 1;
      expectSameMeaning(written, texts);
    }),
    { numRuns: 1_000 },
  );
  expect(judged).toBeGreaterThan(300);
});

test.each([
  "^[\\p{L} '-]{1,100}$",
  "^A-[0-9]{4}$",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
  "^\\+?[0-9 ()/-]{5,20}$",
  "\\S",
  "^(?:19|20)\\d\\d-\\d\\d$",
])("%s, as operators write them, is taken", (pattern) => expect(patternIssue(pattern)).toBeUndefined());
