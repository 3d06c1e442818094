import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { demoGuide } from "../src/demo/demo-guide.ts";
import { demoShop } from "../src/demo/demo-shop.ts";
import { newOperator } from "./run-program.ts";

const agents = fileURLToPath(new URL("../../../examples/agents/", import.meta.url));

const file = `id: shop
name: Shop
instructions: Be friendly.
model: {provider: PROVIDER}
followUps: true
tools:
  - search_knowledge
  - name: order_status
    description: Looks up an order.
    http:
      url: http://10.1.2.3:4400/orders
  - {name: stock, title: Stock, description: S, http: {url: "https://shop.example/stock"}}
  - mcp: {url: "http://localhost:4401/mcp"}
actions:
  - {id: a, label: A, icon: rocket, kind: prompt, prompt: A}
  - {id: b, label: B, icon: cart, kind: prompt, prompt: B}
  - id: c
    label: C
    kind: form
    inputSchema: {type: object}
    http: {method: POST, url: "http://[::1]/c"}
`;

const refused = (place: string, host: string) =>
  `Note: ${place}.url: ${host} is not a public address: the service refuses it unless SERVICECHAT_ALLOWED_NETWORKS, where the service is started, has its network, as narrowly as possible.`;
const refusals = [
  refused("line 11: tools[1].http", "10.1.2.3:4400"),
  refused("line 13: tools[3].mcp", "localhost:4401"),
  refused("line 21: actions[2].http", "[::1]"),
];
const icon =
  'Note: line 15: actions[0].icon: the chat has no icon "rocket"; use one of alert, calendar, cart, check, copy, mail, retry, search, send.';

test("what no model reads or uses is noted, one line each with its path and what to do, and is applied", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const path = await operator.write("shop.yaml", file.replace("PROVIDER", "extractive"));
  const { code, out, err } = await operator.run("agent", "apply", path);
  const asForm = "or make it an action of kind: form with the same http";
  expect({ code, out }).toEqual({ code: 0, out: "Agent 'shop' is created.\n" });
  expect(err.split("\n")).toEqual([
    "Note: line 3: instructions: provider: extractive does not read them; choose a model, or take them out.",
    "Note: line 5: followUps: provider: extractive does not write any; choose a model, or take this out.",
    `Note: line 8: tools[1]: provider: extractive never calls it; choose a model, or take it out, ${asForm}.`,
    `Note: line 12: tools[2]: provider: extractive never calls it; choose a model, or take it out, ${asForm}.`,
    "Note: line 13: tools[3]: provider: extractive never calls it; choose a model, or take it out.",
    ...refusals,
    icon,
    "",
  ]);
});

test("with a model, a tool without a title is noted, and allowed networks can be reached", async () => {
  await using operator = await newOperator();
  const path = await operator.write("shop.yaml", file.replace("PROVIDER", "openai, name: m"));
  const untitled =
    'Note: line 8: tools[1]: visitors see its name, order_status, while it runs; give it a title, such as "Looking up the order".';
  const dry = await operator.run("agent", "apply", path, "--dry-run");
  expect(dry.err.split("\n")).toEqual([untitled, ...refusals, icon, ""]);

  const networks = { SERVICECHAT_ALLOWED_NETWORKS: "10.1.2.0/24,::1/128" };
  const { err } = await operator.runWith(networks, "agent", "apply", path, "--dry-run");
  expect(err.split("\n")).toEqual([untitled, icon, ""]);
});

test("with several models, one is enough for instructions and tools", async () => {
  await using operator = await newOperator();
  const models = "openai, name: m}\nfallbackModels: [{provider: extractive}";
  const { err } = await operator.run(
    "agent",
    "apply",
    await operator.write("shop.yaml", file.replace("PROVIDER", models)),
    "--dry-run",
  );
  expect(err).not.toContain("extractive");
});

const agentFiles = readdirSync(agents).filter(
  (name) => name.endsWith(".yaml") && !name.endsWith(".tests.yaml"),
);

test.each(agentFiles)("the example %s gets no notes, with the settings that it names", async (name) => {
  await using operator = await newOperator();
  const settings = { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32" };
  const { code, err } = await operator.runWith(settings, "agent", "apply", agents + name, "--dry-run");
  expect(code).toBe(0);
  expect(err).not.toContain("Note:");
});

test.each([
  ["without a model", { provider: "extractive" }],
  ["with one", { provider: "openai", name: "m" }],
] as const)("the demo's agents get no notes, %s", async (_, model) => {
  await using operator = await newOperator();
  const publicUrl = "http://localhost:8080";
  for (const agent of [demoGuide({ publicUrl }, model), demoShop({ publicUrl }, model)]) {
    const path = await operator.write("demo.json", JSON.stringify(agent));
    const { code, err } = await operator.run("agent", "apply", path, "--dry-run");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }
});

test("a notice that is switched off is noted, audited with each new reason, and a warning of the doctor", async () => {
  await using operator = await newOperator();
  const apply = async (notice: string) => {
    const text = `id: shop\nname: Shop\nmodel: {provider: extractive}\n${notice}`;
    return operator.run("agent", "apply", await operator.write("shop.yaml", text));
  };
  const note =
    "Note: line 4: notice.off: visitors are not told that an AI answers; laws such as the EU AI Act may require it.";
  expect((await apply("")).err).not.toContain("notice");
  for (const notice of [
    "notice: {off: An intranet}\n",
    "notice: {off: An intranet} # again\n",
    "notice: {off: Said on the page}\n",
  ])
    expect((await apply(notice)).err).toContain(note);

  const lines = (await operator.run("audit")).out.split("\n");
  expect(lines.filter((line) => line.includes("agent.notice_off"))).toHaveLength(2);
  const { code, out } = await operator.run("doctor", "--offline");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^warning {2}agent shop, notice: visitors are not told that an AI answers: Said on the page$/m,
  );
});

test.each([
  ["{off: true}", "notice.off"],
  ["{off: A reason, text: Hello}", "notice.off"],
  ["{text: {xx: Hello}}", "notice.text"],
  ["{link: 'javascript:alert(1)'}", "notice.link"],
])("a notice of %s is refused by name", async (notice, field) => {
  await using operator = await newOperator();
  const text = `id: shop\nname: Shop\nmodel: {provider: extractive}\nnotice: ${notice}\n`;
  const { code, err } = await operator.run("agent", "apply", await operator.write("shop.yaml", text));
  expect(code).not.toBe(0);
  expect(err).toContain(field);
});
