import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";

test("anchors can be referenced again, and merged into other fields", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const tool = "title: t, description: d, http: {url: https://a.example}";
  const file = await operator.write(
    "shop.yaml",
    `id: shop\nname: &name Shop\nmodel: {provider: openai, name: m}\nwelcomeMessage: *name
tools:\n  - &first {name: one, ${tool}}\n  - {<<: *first, name: two}\n`,
  );
  expect(await operator.run("agent", "apply", file)).toMatchObject({ code: 0, err: "" });
  expect(await operator.json("agent", "show", "shop")).toMatchObject({
    definition: { welcomeMessage: "Shop", tools: [{ name: "one" }, { name: "two", description: "d" }] },
  });
});

test.each([
  [
    "a name that no anchor has",
    "welcomeMessage: *nobody\n",
    "line 4, column 17: Nothing before this has the anchor &nobody",
  ],
  ["an alias within its own anchor", "actions: &all [*all]\n", "line 4, column 16: *all refers to itself"],
  [
    "a field that is there twice",
    "name: Other\n",
    "line 4, column 1: Keys must be unique: this field appears twice",
  ],
  ["tabs", "branding:\n\tstyle: floating\n", "line 5, column 1: Tabs are not allowed as indentation"],
  [
    "a second document",
    "---\nid: other\n",
    "line 4, column 1: A second document starts here: use one document per file",
  ],
  ["brackets without end", `actions: ${"[".repeat(20_000)}`, /line 4, column \d+: This is nested too deeply/],
  [
    "deep objects",
    `actions: ${'{"a":'.repeat(9000)}1${"}".repeat(9000)}\n`,
    /line 4, column \d+: This is nested too deeply/,
  ],
])("in an agent file, %s: one fault, with its line", async (_, more, fault) => {
  await using operator = await newOperator();
  const file = await operator.write("shop.yaml", smallAgent + more);
  const { code, out, err } = await operator.run("agent", "apply", file);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  const [, ...faults] = err.trimEnd().split("\n");
  expect(faults).toEqual([
    typeof fault === "string" ? `  ${fault}` : (expect.stringMatching(fault) as string),
  ]);
});

const noText = "must be text but is empty";
const needsQuotes = "This # starts a comment: put a value that starts with # in quotes";

test.each([
  [
    "a colour without quotes",
    "branding:\n  primaryColor: #0f766e # ours\n",
    [`line 5: branding.primaryColor: ${noText}: # starts a comment, so it needs quotes: "#0f766e"`],
  ],
  [
    "an entry of a list that begins with #",
    'starters:\n  - Hours\n  - #1 "lamp"\n',
    [`line 6: starters[1]: ${noText}: # starts a comment, so it needs quotes: "#1 \\"lamp\\""`],
  ],
  [
    "a colour without quotes in braces",
    "branding: {primaryColor: #fff, style: floating}\n",
    [
      `line 4, column 26: ${needsQuotes}`,
      "line 5, column 1: Flow map in block collection must be sufficiently indented and end with a }",
    ],
  ],
  [
    "a # behind a bracket",
    "starters: [#1 lamp]\n",
    [
      `line 4, column 12: ${needsQuotes}`,
      "line 5, column 1: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  ],
  [
    "an empty field with a comment proper",
    "branding:\n  primaryColor: # ours\n",
    [`line 5: branding.primaryColor: ${noText}`],
  ],
  [
    "fields that were all made comments",
    "branding:\n  #primaryColor: red\n",
    ["line 4: branding: must be an object but is empty"],
  ],
])("in an agent file, %s: the fault says what to do", async (_, more, faults) => {
  await using operator = await newOperator();
  const file = await operator.write("shop.yaml", smallAgent + more);
  const { code, err } = await operator.run("agent", "apply", file);
  expect(code).toBe(1);
  expect(err.trimEnd().split("\n").slice(1)).toEqual(faults.map((fault) => `  ${fault}`));
});

test("each fault of an agent file names its line, and a missing field the line of its parent", async () => {
  await using operator = await newOperator();
  const text = `id: shop
name: Shop
branding:
  style: round
actions:
  - &track
    id: track
    label: Track
    kind: nope
  - *track
limits: {}
tools:
  - mcp:
      url: https://tools.example
      headers:
        a.b: 5
? [a, list]
: is no name
`;
  const { err } = await operator.run("agent", "apply", await operator.write("shop.yaml", text));
  expect(err.split("\n").slice(1, -1)).toEqual([
    "  model: is missing",
    "  line 4: branding.style: must be one of windowed, floating",
    "  line 16: tools[0].mcp.headers.a.b: must be text",
    "  line 9: actions[0].kind: must be one of prompt, link, form, host",
    "  line 10: actions[1].kind: must be one of prompt, link, form, host",
    "  line 10: actions[1].id: 'track' is used twice",
    expect.stringMatching(/^ {2}unknown field "\[ a, list \]"; allowed: /),
  ]);
});
