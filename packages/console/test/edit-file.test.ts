import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changeFile,
  readFile,
  renameField,
  reorderFields,
  valueIn,
  type FilePath,
} from "../src/agent-file/edit-file.ts";

const folder = new URL("../../../examples/agents/", import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }))
  .filter(({ text }) => readFile(text) !== undefined);

/** A file with everything that is easily lost. */
const shared = `%YAML 1.2
---
# At the top.
id: "shop"   # an id

base: &base { timeoutSeconds: 5 } # for all
headers: &headers
  X-A: 'one'
tools: [ search_knowledge,AskUserQuestion ]  # two
actions:
- id: a # first

  kind: prompt
  prompt: >-
    Folded
    text

# about b
- &second
  id: b
  http: {<<: *base, url: "https://x.example/{a}", headers: *headers}
notice: !!map
  text:   plain   text
empty:
last: |+ # kept
  One

  two

# The end.
`;
const json = `{
  "id": "shop",
  "starters": ["a", "b"],
  "model": { "provider": "extractive" },
  "limits": {}
}
`;
const files = [
  ...examples,
  { name: "shared", text: shared },
  { name: "json", text: json },
  { name: "open", text: "id: a\nlimits:\n    replySeconds: 5\nstarters:\n- b" },
];

test("the files of the examples are found", () => expect(examples.length).toBeGreaterThan(10));

test.each(files)("a file saved without a change is the same byte by byte: $name", ({ text }) => {
  expect(changeFile(text, [], readFile(text))).toBe(text);
  for (const path of pathsIn(readFile(text)))
    expect(changeFile(text, path, valueIn(readFile(text), path))).toBe(text);
});

test.each(files)("a text, number or switch that changes is one line of difference: $name", ({ text }) => {
  for (const path of pathsIn(readFile(text))) {
    const value = valueIn(readFile(text), path);
    if (value === null || typeof value === "object" || isShared(text, path)) continue;
    // Folded lines become one.
    if (text === shared && path.includes("prompt")) continue;
    const other = otherThan(value);
    const changed = changeFile(text, path, other);
    expect(valueIn(readFile(changed), path)).toEqual(other);
    expect(changedLines(text, changed), `${path.join(".")}\n${changed}`).toBe(1);
  }
});

const varied = files.filter(({ name }) => /shop|actions|shared|json|open$/.test(name));

test.each(varied)(
  "whatever a form does, the file has it afterwards, with Windows line breaks too: $name",
  ({ text }) => {
    const paths = pathsIn(readFile(text)).filter((path) => !isShared(text, path));
    const withBreaks = text.replaceAll("\n", "\r\n");
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, fc.boolean(), (path, value, isRemoved) => {
        const wanted = isRemoved ? undefined : value;
        const changed = changeFile(text, path, wanted);
        expect(readFile(changed)).toEqual(withValue(readFile(text), path, wanted));
        expect(changeFile(withBreaks, path, wanted)).toBe(changed.replaceAll("\n", "\r\n"));
        const comments = (file: string) => (file.match(/(?<=^|\s)#.*/gm) ?? []).length;
        if (!isRemoved && typeof value !== "object" && typeof valueIn(readFile(text), path) !== "object")
          expect(comments(changed), changed).toBeGreaterThanOrEqual(comments(text));
      }),
      { numRuns: 25 },
    );
  },
);

test.each(varied)("items of a list are added, changed, moved and removed: $name", ({ text }) => {
  const lists = pathsIn(readFile(text)).filter((path) => Array.isArray(valueIn(readFile(text), path)));
  for (const path of lists) {
    const list = valueIn(readFile(text), path) as readonly unknown[];
    const versions = [
      list.toReversed(),
      list.slice(1),
      list.slice(0, -1),
      [...list, "new"],
      ["new", ...list],
    ];
    versions.push(
      [...list, { name: "new", list: ["a"] }],
      [...list.slice(1), { name: "new" }, ...list.slice(0, 1)],
    );
    for (const version of versions)
      expect(valueIn(readFile(changeFile(text, path, version)), path) ?? []).toEqual(version);
  }
});

test("comments and quotes go with the item that they are about", () => {
  const text =
    "starters:\n  # The most asked one.\n  - Where is it? # 40 a day\n  - 'Can I return it?'\n\n  - c\n";
  expect(changeFile(text, ["starters"], ["Can I return it?", "Where is it?", "c"])).toBe(
    "starters:\n  - 'Can I return it?'\n  # The most asked one.\n  - Where is it? # 40 a day\n\n  - c\n",
  );
  expect(changeFile(text, ["starters"], ["Can I return it?", "c"])).toBe(
    "starters:\n  - 'Can I return it?'\n\n  - c\n",
  );
  expect(changeFile(text, ["starters", 1], "May I?")).toBe(text.replace("Can I return it?", "May I?"));
});

test("new fields come where one would write them", () => {
  expect(changeFile("id: a\nmodel: {provider: extractive}\n", ["name"], "A")).toBe(
    "id: a\nname: A\nmodel: {provider: extractive}\n",
  );
  expect(changeFile("id: a\nbranding: # soon\n", ["branding", "logo"], "https://a.example")).toBe(
    "id: a\nbranding: # soon\n  logo: https://a.example\n",
  );
  expect(changeFile("id: a\nuploads: {}\n", ["uploads", "maxBytes"], "1MB")).toBe(
    "id: a\nuploads:\n  maxBytes: 1MB\n",
  );
  expect(
    changeFile("id: a\ntools: [search_knowledge] # one\n", ["tools"], ["search_knowledge", { name: "b" }]),
  ).toBe("id: a\ntools: # one\n  - search_knowledge\n  - name: b\n");
  expect(changeFile(json, ["limits", "replySeconds"], 5)).toContain('"limits": { "replySeconds": 5 }');
  expect(changeFile(json, ["name"], "A")).toContain('"id": "shop",\n  "name": "A",\n');
});

test("a text of several lines stays a block, and becomes one", () => {
  const text = "id: a\ninstructions: | # for the model\n  One.\n\n  Two.\nname: A\n";
  expect(changeFile(text, ["instructions"], "One.\n\nThree.\n")).toBe(text.replace("Two", "Three"));
  expect(changeFile(text, ["instructions"], "One.")).toBe(
    "id: a\ninstructions: One. # for the model\nname: A\n",
  );
  expect(changeFile("instructions: One. # a\nname: A\n", ["instructions"], "One.\nTwo.\n")).toBe(
    "instructions: | # a\n  One.\n  Two.\nname: A\n",
  );
});

test("what is shared by an anchor changes where it stands, and only there where it is used", () => {
  const text = "a: &x {url: u, n: 1} # c\nb: *x\nc: {<<: *x, n: 2}\n";
  expect(changeFile(text, ["a", "url"], "v")).toBe(text.replace("url: u", "url: v"));
  expect(readFile(changeFile(text, ["b", "url"], "v"))).toEqual({ ...readFile(text), b: { url: "v", n: 1 } });
  expect(changeFile(text, ["c", "url"], "v")).toBe(text.replace("n: 2", "n: 2, url: v"));
  const { a: _, ...rest } = readFile(text) ?? {};
  expect(readFile(changeFile(text, ["a"], undefined))).toEqual(rest);
});

test("a field gets another name in its place, and fields another order", () => {
  const text = "headers:\n  # The token.\n  A: 1 # one\n  B: 2\nflow: { a: 1, b: 2 }\n";
  expect(renameField(text, ["headers", "A"], "X-A")).toBe(text.replace("A: 1", "X-A: 1"));
  expect(renameField(text, ["headers", "A"], "B")).toBe(text);
  expect(reorderFields(text, ["headers"], ["B", "A"])).toBe(
    "headers:\n  B: 2\n  # The token.\n  A: 1 # one\nflow: { a: 1, b: 2 }\n",
  );
  expect(reorderFields(text, ["flow"], ["b", "a"])).toBe(text.replace("a: 1, b: 2", "b: 2, a: 1"));
});

test("a file that is not valid YAML stays as it is", () => {
  expect(readFile("id: [")).toBeUndefined();
  expect(readFile("- id")).toBeUndefined();
  expect(changeFile("id: [", ["id"], "a")).toBe("id: [");
});

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(
    "",
    "yes",
    "12",
    "# a",
    "a: b",
    "- a",
    "a, b",
    "a\nb",
    "a\n\nb\n",
    "  a\nb",
    '"',
    "'a'",
    "{a}",
    "*a",
    "null",
    "a # b",
    "\ta",
    "a\n ",
  ),
);
const values = fc.oneof(
  texts,
  fc.integer(),
  fc.boolean(),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("url", "n", "a b"), fc.oneof(texts, fc.array(texts, { maxLength: 2 })), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
);

function pathsIn(value: unknown, path: FilePath = []): readonly FilePath[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) =>
    pathsIn((value as Record<string | number, unknown>)[key], [...path, key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

/** A value that others point to, or one that comes from elsewhere. */
const isShared = (text: string, path: FilePath): boolean =>
  text === shared && /^(base|headers|actions,1,http)/.test(path.join());

function otherThan(value: unknown): unknown {
  if (typeof value === "string") return value.endsWith("\n") ? value.replace(/\w/, "Q") : `${value}x`;
  return typeof value === "number" ? value + 1 : !value;
}

function changedLines(before: string, after: string): number {
  const lines = [before.split("\n"), after.split("\n")];
  return (
    (lines[0] ?? []).filter((line, index) => line !== lines[1]?.[index]).length +
    Math.abs((lines[0]?.length ?? 0) - (lines[1]?.length ?? 0))
  );
}

function withValue(value: unknown, [step, ...rest]: FilePath, inner: unknown): unknown {
  if (step === undefined) return inner;
  const next = withValue((value as Record<string | number, unknown>)[step], rest, inner);
  if (Array.isArray(value))
    return next === undefined ? value.toSpliced(Number(step), 1) : value.with(Number(step), next);
  const { [step]: _, ...others } = value as Record<string | number, unknown>;
  return next === undefined ? others : { ...others, [step]: next };
}
