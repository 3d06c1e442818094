import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isWholeCheck } from "../../../test/support/is-whole-check.ts";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import type { ModelScript } from "../../../test/support/model-server.ts";
import { newOperator, type Operator } from "./run-program.ts";

/** As many as an assistant with a long suite has, or half of that. */
const names = (isWholeCheck ? ["bar", "cel", "dor", "fen", "gil", "hol"] : ["dor", "gil", "hol"]).flatMap(
  (first) =>
    ["kan", "lom", "mir", "nus", "pel", "rax", "sov", "tig", "vun", "zed"].map((last) => first + last),
);
const grams = (name: string) => 100 + names.indexOf(name);

const page = (name: string, weight = grams(name)) =>
  `# The ${name}\n\n## How heavy the ${name} is\n\nThe ${name} weighs ${weight} grams.\n`;

const tests = names
  .map(
    (name) =>
      `  - name: ${name}\n    say: How heavy is the ${name}?\n    expect: { cites: ${name}.md, contains: ${grams(name)} grams }\n`,
  )
  .join("");

/** Searches, then says what it found, unless its instructions name the product that it must not mention. */
const script: ModelScript = ({ messages }) => {
  const texts = messages.map(({ content }) => (typeof content === "string" ? content : ""));
  const asked = /How heavy is the (\w+)\?/.exec(texts.join("\n"))?.[1] ?? "";
  if (messages.at(-1)?.role !== "tool")
    return [{ tool: "search_knowledge", input: { query: `heavy ${asked}` } }];
  if (texts[0]?.includes(`quiet about the ${asked}`)) return words("I cannot say.");
  return words(`${/The \w+ weighs \d+ grams/.exec(texts.at(-1) ?? "")?.[0] ?? "I do not know"}. [1]`);
};

async function writeShop(operator: Operator, model: string, instructions = "Help."): Promise<void> {
  await mkdir(join(operator.folder, "docs"), { recursive: true });
  for (const name of names) await operator.write(`docs/${name}.md`, page(name));
  await writeAgent(operator, model, instructions);
  await operator.write("shop.tests.yaml", `agent: shop\ntests:\n${tests}`);
  await operator.json("agent", "apply", "shop.yaml");
}

const writeAgent = (operator: Operator, model: string, instructions: string) =>
  operator.write(
    "shop.yaml",
    `id: shop\nname: Shop\ninstructions: ${instructions}\nmodel: ${model}\ntools: [search_knowledge]\nknowledge:\n  - files: ./docs/*.md\n`,
  );

const run = (operator: Operator, ...options: string[]) =>
  operator.run("agent", "test", "shop.tests.yaml", "--json", ...options);

const failed = ({ out }: { readonly out: string }) =>
  (JSON.parse(out) as { results: { name: string; passed: boolean }[] }).results
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);

test(`${names.length} tests have the same results each time, and a changed page flips exactly its own`, async () => {
  await using operator = await newOperator();
  await writeShop(operator, "{ provider: extractive }");
  const first = await run(operator);
  expect(failed(first)).toEqual([]);
  expect((await run(operator)).out).toBe(first.out);

  await operator.write("earlier.json", first.out);
  await operator.write("docs/dorpel.md", page("dorpel", 999));
  await operator.json("knowledge", "sync", "shop");
  const after = await run(operator, "--baseline", "earlier.json");
  expect(JSON.parse(after.out)).toMatchObject({ flips: [{ name: "dorpel", flip: "broken" }] });
  expect(failed(after)).toEqual(["dorpel"]);
});

test(`${names.length} recorded tests have the same results each time, and changed instructions flip exactly those they affect`, async () => {
  await using provider = await startModelServer(script);
  await using operator = await newOperator();
  const model = `{ provider: openai, baseUrl: "${provider.baseUrl}", name: small }`;
  await writeShop(operator, model);
  expect(failed(await run(operator, "--record", "recordings"))).toEqual([]);
  const asked = provider.asked.length;
  const first = await run(operator, "--replay", "recordings");
  expect(failed(first)).toEqual([]);
  expect((await run(operator, "--replay", "recordings")).out).toBe(first.out);
  expect(provider.asked).toHaveLength(asked);

  await operator.write("earlier.json", first.out);
  await writeAgent(operator, model, "Keep quiet about the gillom and be quiet about the gillom.");
  const draft = ["--draft", "shop.yaml", "--baseline", "earlier.json"];
  expect(failed(await run(operator, "--record", "recordings", ...draft))).toEqual(["gillom"]);
  const after = await run(operator, "--replay", "recordings", ...draft);
  expect(JSON.parse(after.out)).toMatchObject({ flips: [{ name: "gillom", flip: "broken" }] });
});

test("a worse model flips exactly what it cannot do", async () => {
  await using provider = await startModelServer(script);
  await using operator = await newOperator();
  const model = (name: string) => `{ provider: openai, baseUrl: "${provider.baseUrl}", name: ${name} }`;
  await writeShop(operator, model("small"));
  await operator.write("earlier.json", (await run(operator)).out);
  provider.answer((ask) =>
    ask.model === "tiny" && JSON.stringify(ask.messages).includes("holzed") ? words("Heavy!") : script(ask),
  );
  await writeAgent(operator, model("tiny"), "Help.");
  const after = await run(operator, "--draft", "shop.yaml", "--baseline", "earlier.json");
  expect(failed(after)).toEqual(["holzed"]);
  expect(JSON.parse(after.out)).toMatchObject({ flips: [{ name: "holzed", flip: "broken" }] });
});
