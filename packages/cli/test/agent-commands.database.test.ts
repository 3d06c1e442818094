import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";

test("applying a new file creates the agent, and applying it again changes nothing and says so", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const file = await operator.write("shop.yaml", smallAgent);

  expect(await operator.run("agent", "apply", file)).toEqual({
    code: 0,
    out: "Agent 'shop' is created.\n",
    err: "",
  });
  const again = await operator.run("agent", "apply", file);
  expect(again).toEqual({ code: 0, out: "Agent 'shop' is unchanged.\n", err: "" });
});

test("an update names the fields that changed, and a dry run changes nothing", async () => {
  await using operator = await newOperator();
  const file = await operator.write("shop.yaml", smallAgent);
  await operator.run("agent", "apply", file);
  await operator.write("shop.yaml", `${smallAgent}welcomeMessage: Hello\nbranding: {style: floating}\n`);

  const dry = await operator.run("agent", "apply", file, "--dry-run");
  expect(dry.out).toBe("Agent 'shop' would be updated: welcomeMessage, branding.style.\n");
  expect(await operator.json("agent", "show", "shop")).toMatchObject({
    definition: { welcomeMessage: null },
  });

  expect(await operator.json("agent", "apply", file)).toMatchObject({
    id: "shop",
    result: "updated",
    changed: ["welcomeMessage", "branding.style"],
    dryRun: false,
  });
  expect(await operator.json("agent", "show", "shop")).toMatchObject({
    definition: { welcomeMessage: "Hello" },
  });
});

test("a file with faults is refused as a whole, with the path of each fault, and nothing is applied", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const file = await operator.write(
    "bad.yaml",
    "id: Bad Id\nname: X\nmodel: {provider: extractive}\nbranding: {primaryColor: red}\nactions: [{id: a, label: A, kind: dance}]\ncolour: blue\n",
  );
  const { code, out, err } = await operator.run("agent", "apply", file);

  expect(code).toBe(1);
  expect(out).toBe("");
  for (const path of ["id:", "branding.primaryColor:", "actions[0].kind:", "colour"])
    expect(err).toContain(path);
  expect(err).not.toMatch(/^\s+at /m);
  expect(await operator.json("agent", "list")).toEqual([]);
});

test("an input schema that is not a JSON Schema is refused with the path in it, together with all other faults", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const schemas = [
    "{type: object, properties: {o: {type: strng}, p: {type: [string, nope]}, 'q/~r': {minLength: x}}}",
    "{type: object, allOf: [{required: [1]}, {items: {type: strng}}]}",
    "{type: object, properties: {o: {pattern: '('}}}",
    "{type: object, properties: {o: {$ref: '#/nope'}}}",
    "{type: object, $async: true}",
    "5",
  ];
  const actions = schemas.map(
    (schema, index) => `  - {id: a${index}, label: A, kind: prompt, prompt: x, inputSchema: ${schema}}\n`,
  );
  const file = await operator.write("bad.yaml", `${smallAgent}colour: blue\nactions:\n${actions.join("")}`);
  const types = "must be one of array, boolean, integer, null, number, object, string";

  const { code, out, err } = await operator.run("agent", "apply", file);

  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.split("\n")).toEqual([
    `${file} was not applied:`,
    "  line 11: actions[5].inputSchema: must be an object",
    expect.stringMatching(/^ {2}unknown field "colour"; allowed: id, name, .*, limits$/),
    `  line 6: actions[0].inputSchema.properties.o.type: ${types}`,
    `  line 6: actions[0].inputSchema.properties.p.type[1]: ${types}`,
    "  line 6: actions[0].inputSchema.properties.q/~r.minLength: must be a whole number",
    "  line 7: actions[1].inputSchema.allOf[0].required[0]: must be text",
    `  line 7: actions[1].inputSchema.allOf[1].items.type: ${types}`,
    expect.stringMatching(
      /^ {2}line 8: actions\[2\]\.inputSchema\.properties\.o\.pattern: must be a regular/,
    ),
    expect.stringMatching(
      /^ {2}line 9: actions\[3\]\.inputSchema\.properties\.o\.\$ref: must point to a part/,
    ),
    "  line 10: actions[4].inputSchema.$async: is not allowed here: remove it",
    "",
  ]);
  expect((await operator.run("agent", "apply", file, "--dry-run")).code).toBe(1);
  expect(await operator.json("agent", "list")).toEqual([]);
});

test("faults of a tool are reported with their path: its schema, its address, unknown fields", async () => {
  await using operator = await newOperator();
  const tool = (name: string, rest: string) => `  - {name: ${name}, description: D, ${rest}}\n`;
  const order = "inputSchema: {type: object, properties: {order: {type: string}}}";
  const tools = [
    tool(
      "a",
      "inputSchema: {type: object, properties: {o: {type: strng}}}, http: {url: 'https://x.example'}",
    ),
    tool("b", `${order}, http: {url: 'https://{order}.example/'}`),
    tool("c", `${order}, http: {url: 'https://x.example/{number}'}`),
    tool("d", `${order}, http: {url: 'https://x.example/', headers: {X-A: '{order}'}}`),
  ];
  const file = await operator.write("bad.yaml", `${smallAgent}tools:\n${tools.join("")}`);
  const { code, err } = await operator.run("agent", "apply", file);
  expect(code).toBe(1);
  expect(err).toMatch(/tools\[0\]\.inputSchema\.properties\.o\.type: must be one of array/);
  for (const place of [1, 2, 3]) expect(err).toMatch(new RegExp(`tools\\[${place}\\]`));
});

test("an input schema may use a later draft, formats and references", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const draft = "https://json-schema.org/draft/2020-12/schema";
  const schema = {
    $schema: draft,
    $id: "https://shop.example/order",
    type: "object",
    $defs: { text: { type: "string", format: "email" } },
    properties: { o: { $ref: "#/$defs/text" }, p: { prefixItems: [{ type: "string" }] } },
  };
  const action = { id: "a", label: "A", kind: "form", prompt: "x", inputSchema: schema };
  const agent = { id: "shop", name: "Shop", model: { provider: "extractive" }, actions: [action] };
  const file = await operator.write("shop.json", JSON.stringify(agent));
  expect(await operator.run("agent", "apply", file)).toEqual({
    code: 0,
    out: "Agent 'shop' is created.\n",
    err: "",
  });
});

test("a syntax error and a duplicate field are reported with their line", async () => {
  await using operator = await newOperator();
  const twice = await operator.write("twice.yaml", `${smallAgent}name: Other\n`);
  expect(await operator.run("agent", "apply", twice)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/line 4, column 1: .*unique/) as string,
  });
  const broken = await operator.write("broken.yaml", "id: shop\nname: [\n");
  expect(await operator.run("agent", "apply", broken)).toMatchObject({
    code: 1,
    err: expect.stringContaining("line 3") as string,
  });
});

test("JSON is read too, with any indentation", async () => {
  await using operator = await newOperator();
  const agent = { id: "shop", name: "Shop", model: { provider: "extractive" } };
  const file = await operator.write("shop.json", JSON.stringify(agent, null, "\t"));
  expect((await operator.run("agent", "apply", file)).out).toBe("Agent 'shop' is created.\n");
});

test.each([
  ["a missing file", "missing.yaml", undefined],
  ["bytes that are no UTF-8", "bytes.yaml", Buffer.from([0xff, 0xfe, 0x00])],
  ["an empty file", "empty.yaml", ""],
  ["aliases that multiply", "bomb.yaml", bomb()],
])("%s is refused with a sentence", async (_, name, content) => {
  await using operator = await newOperator();
  if (content !== undefined) await operator.write(name, content as string);
  const { code, err } = await operator.run("agent", "apply", name);
  expect(code).toBe(1);
  expect(err).toContain(name);
  expect(err).not.toMatch(/^\s+at /m);
});

test("applying syncs the knowledge from the file's folder, unless --no-sync is given", async () => {
  await using operator = await newOperator();
  await mkdir(join(operator.folder, "agents/docs"), { recursive: true });
  await operator.write("agents/docs/tea.md", "# Tea\n\nGreen tea steeps for three minutes.\n");
  const file = await operator.write(
    "agents/shop.yaml",
    `${smallAgent}knowledge: {sources: [{files: ./docs/*.md}], embeddings: false}\n`,
  );

  expect(await operator.json("agent", "apply", file, "--no-sync")).toMatchObject({ knowledge: null });
  expect(await operator.json("knowledge", "list", "shop")).toEqual([]);

  const { code, out } = await operator.run("agent", "apply", file);
  expect(code).toBe(0);
  expect(out).toContain("Agent 'shop' is unchanged.\nKnowledge: 1 read");
  expect(await operator.json("knowledge", "list", "shop")).toMatchObject([{ title: "Tea", url: null }]);
  expect(await operator.json("knowledge", "search", "shop", "How long does green tea steep?")).toMatchObject([
    { title: "Tea", text: expect.stringContaining("three minutes") as string },
  ]);
  expect((await operator.run("knowledge", "search", "shop", "xylophone")).out).toBe("Nothing matches.\n");
  const unquoted = await operator.json(
    "knowledge",
    "search",
    "shop",
    "how",
    "long",
    "does",
    "green",
    "tea",
    "steep",
  );
  expect(unquoted).toHaveLength(1);
});

test("a document that cannot be read is reported, and the command still succeeds", async () => {
  await using operator = await newOperator();
  await mkdir(join(operator.folder, "docs"));
  await operator.write("docs/good.md", "# Good\n\nText.\n");
  await operator.write("docs/bad.pdf", "this is no PDF");
  const file = await operator.write("shop.yaml", `${smallAgent}knowledge: [{files: ./docs/*}]\n`);

  const { code, out } = await operator.run("agent", "apply", file);
  expect(code).toBe(0);
  expect(out).toContain("1 could not be read:");
  expect(out).toContain("bad.pdf");
});

test("the schema of an agent file requires only fields without a default", async () => {
  await using operator = await newOperator();
  const schema = await operator.json("agent", "schema");
  expect(schema).toMatchObject({
    type: "object",
    required: ["id", "name", "model"],
    additionalProperties: false,
  });
});

test("show prints a file that can be applied again", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const shown = await operator.run("agent", "show", "shop");
  const file = await operator.write("again.yaml", shown.out);
  expect((await operator.run("agent", "apply", file)).out).toBe(
    "Agent 'shop' is unchanged; the new text of its file is stored.\n",
  );
  expect((await operator.run("agent", "apply", file)).out).toBe("Agent 'shop' is unchanged.\n");
});

test("a deleted agent is gone along with its keys, and deleting it twice is refused", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  await operator.run("key", "create", "--agent", "shop", "--allow", "shop.example");

  expect((await operator.run("agent", "delete", "shop")).code).toBe(0);
  expect(await operator.json("agent", "list")).toEqual([]);
  expect(await operator.json("key", "list")).toEqual([]);
  expect(await operator.run("agent", "delete", "shop")).toEqual({
    code: 1,
    out: "",
    err: "There is no agent 'shop'. There are none yet: see 'servicechat agent apply'.\n",
  });
});

/** Nine levels of ten aliases each: a billion values if resolved. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? "x" : `*a${level - 1}`;
    return `k${level}: &a${level} [${Array.from({ length: 10 }, () => inner).join(", ")}]`;
  });
  return `${levels.join("\n")}\n`;
}
