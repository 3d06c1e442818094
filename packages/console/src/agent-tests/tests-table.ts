import { isMap, isScalar, isSeq, parseDocument, stringify, type Pair, type YAMLMap } from "yaml";
import { changeFile, readFile, type FilePath } from "../agent-file/edit-file.ts";
import { itemRange, pairEnd, pairStart } from "../agent-file/yaml-places.ts";
import type { TestFields, TestsTable, TestRow } from "./test-fields.ts";

/** Keys of a test, and of its expectations, that a row shows; the rest is shown as it is written. */
const shownKeys: readonly string[] = ["name", "say", "expect"];
const listFields = { contains: "mustSay", cites: "mustCite", notContains: "mustNotSay" } as const;

type Fields = Readonly<Record<string, unknown>>;

/** The tests of a file as rows; `undefined` if it is not valid YAML, or its tests are no list of objects. */
export function readTests(file: string): TestsTable | undefined {
  if (isBlank(file)) return { rows: [] };
  const content = readFile(file);
  const tests = content?.["tests"] ?? [];
  if (!content || !Array.isArray(tests) || !tests.every(isFields)) return undefined;
  const document = parseDocument(file, { merge: true, keepSourceTokens: true, logLevel: "error" });
  const list = document.get("tests");
  return {
    rows: tests.map((test, index) => {
      const node = isSeq(list) ? list.items[index] : undefined;
      const source = isSeq(list) ? sourceOf(file, itemRange(file, list, index)) : "";
      return { ...readRow(test), source, others: isMap(node) ? otherPairs(file, node) : "" };
    }),
  };
}

/** Adds a test: at the end, or where a removed one was. */
export function addTest(file: string, agent: string, test: Partial<TestFields>, at?: number): string {
  const tests = testsIn(file);
  const fields = { ...emptyFields, ...test };
  const { said } = test;
  const added = {
    name: freeName(nameFor(fields.question), tests),
    ...(said && said.length > 1
      ? { turns: said.map((say) => ({ say })) }
      : { say: fields.question || said?.[0] || "" }),
    expect: writeExpectations({}, fields) ?? { answers: true },
  };
  return writeTests(file, agent, tests.toSpliced(at ?? tests.length, 0, added));
}

/** Changes what a row shows; everything else of the test stays. */
export function changeTest(file: string, index: number, changes: Partial<TestFields>): string {
  const tests = testsIn(file);
  const test = tests[index];
  if (!test) return file;
  const before = readRow(test);
  const fields = { ...before, ...changes };
  const isAsked = changes.question !== undefined && test["turns"] === undefined;
  // A name that was made of the question follows it, so that results are about what they are called.
  const follows = isAsked && changes.name === undefined && isNameFor(before.name, before.question);
  const others = tests.filter((_, at) => at !== index);
  const name = follows ? nameFor(fields.question) : fields.name.trim() || before.name;
  const expect = writeExpectations(isFields(test["expect"]) ? test["expect"] : {}, fields);
  return changeFile(file, ["tests", index], {
    ...test,
    name: name === before.name ? test["name"] : freeName(name, others),
    ...(isAsked && { say: fields.question }),
    expect: expect ?? (expectsInTurns(test) ? undefined : { answers: true }),
  });
}

/** Removes a test, with the comments directly above it. */
export function removeTest(file: string, index: number): string {
  return changeFile(
    file,
    ["tests"],
    testsIn(file).filter((_, at) => at !== index),
  );
}

/** Moves a test to another place in the list, with the comments directly above it. */
export function moveTest(file: string, from: number, to: number): string {
  const tests = testsIn(file);
  const moved = tests[from];
  if (!moved || to < 0 || to >= tests.length) return file;
  return changeFile(file, ["tests"], tests.toSpliced(from, 1).toSpliced(to, 0, moved));
}

const emptyFields: TestFields = {
  name: "",
  question: "",
  mustSay: [],
  mustCite: [],
  mustNotSay: [],
  answers: undefined,
  language: "",
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a file has nothing but comments. */
const isBlank = (file: string): boolean => file.split("\n").every((line) => /^\s*(?:#|$)/.test(line));

function testsIn(file: string): readonly Fields[] {
  const tests = readFile(file)?.["tests"];
  return Array.isArray(tests) ? tests.filter(isFields) : [];
}

function writeTests(file: string, agent: string, tests: readonly Fields[]): string {
  if (!isBlank(file)) return changeFile(file, ["tests"] satisfies FilePath, tests);
  const comments = file.trim() === "" ? "" : `${file.trimEnd()}\n`;
  return comments + stringify({ agent, tests }, { lineWidth: 0, aliasDuplicateObjects: false });
}

function readRow(test: Fields): Omit<TestRow, "source" | "others"> {
  const expect = isFields(test["expect"]) ? test["expect"] : {};
  const turns = Array.isArray(test["turns"]) ? test["turns"] : undefined;
  return {
    name: textOf(test["name"]),
    question: textOf(test["say"]),
    mustSay: lines(expect["contains"]),
    mustCite: lines(expect["cites"]),
    mustNotSay: lines(expect["notContains"]),
    answers: typeof expect["answers"] === "boolean" ? expect["answers"] : undefined,
    language: textOf(expect["language"]),
    said: turns?.map((turn: unknown) => (isFields(turn) ? saidIn(turn) : "")),
  };
}

const saidIn = ({ say, choose, agree }: Fields): string =>
  textOf(say) || textOf(choose) || (typeof agree === "boolean" ? `agree: ${agree}` : "");

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

const lines = (value: unknown): readonly string[] =>
  [value].flat().flatMap((each: unknown) => (textOf(each) === "" ? [] : [textOf(each)]));

/** Expectations with what a row says; `undefined` if nothing is left. One text is written alone, as people would. */
function writeExpectations(before: Fields, fields: TestFields): Fields | undefined {
  const expect: Record<string, unknown> = { ...before };
  const set = (key: string, value: unknown): void => {
    if (value === undefined) delete expect[key];
    else expect[key] = value;
  };
  for (const [key, name] of Object.entries(listFields)) {
    const texts = fields[name].map((text) => text.trim()).filter(Boolean);
    if (String(texts) === String(lines(before[key])) && texts.length === lines(before[key]).length) continue;
    const [only] = texts;
    set(
      key,
      texts.length === 0 ? undefined : texts.length === 1 && !Array.isArray(before[key]) ? only : texts,
    );
  }
  set("answers", fields.answers);
  if (textOf(before["language"]) !== fields.language) set("language", fields.language || undefined);
  const { judge: _, ...deciding } = expect;
  return Object.keys(deciding).length > 0 ? expect : undefined;
}

const expectsInTurns = ({ turns }: Fields): boolean =>
  Array.isArray(turns) && turns.some((turn) => isFields(turn) && isFields(turn["expect"]));

/** The name of a test that is made of its question. */
const nameFor = (question: string): string => question.replaceAll(/\s+/g, " ").trim().slice(0, 80).trim();

const isNameFor = (name: string, question: string): boolean =>
  name.replace(/ \(\d+\)$/, "") === nameFor(question);

/** Names are unique in a file: a second one of its kind gets a number. */
function freeName(name: string, tests: readonly Fields[]): string {
  const taken = new Set(tests.map((test) => textOf(test["name"])));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}

/** A piece of the file without the indentation of its first line. */
function sourceOf(file: string, [from, to]: readonly [number, number]): string {
  const column = from - (file.lastIndexOf("\n", from - 1) + 1);
  return file
    .slice(from, to)
    .split("\n")
    .map((line, index) => (index === 0 ? line : line.replace(new RegExp(`^ {0,${column}}`), "")))
    .join("\n")
    .trimEnd();
}

/** What of a test a row does not show, as it is written. */
function otherPairs(file: string, test: YAMLMap): string {
  const expect = test.items.find((pair) => keyOf(pair) === "expect")?.value;
  const pairs = [
    ...test.items.filter((pair) => !shownKeys.includes(keyOf(pair))),
    ...(isMap(expect)
      ? expect.items.filter((pair) => !Object.hasOwn({ ...listFields, answers: 0, language: 0 }, keyOf(pair)))
      : []),
  ];
  return pairs.map((pair) => sourceOf(file, [pairStart(pair), pairEnd(file, pair)])).join("\n");
}

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : "");
