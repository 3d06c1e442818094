import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import type { ModelScript } from "../../../test/support/model-server.ts";
import { newOperator } from "./run-program.ts";

const agentOf = (baseUrl: string, instructions = "Help with returns.") => `
id: desk
name: Desk
instructions: ${instructions}
model: { provider: openai, baseUrl: "${baseUrl}", name: test-model, apiKeyEnv: MODEL_KEY }
tools:
  - name: request_return
    description: Takes an order back.
    inputSchema: { type: object, properties: { order: { type: string } }, required: [order] }
    http:
      method: POST
      url: http://shop.invalid/api/returns
      headers: { Authorization: "Bearer \${SHOP_TOKEN}" }
      body: { order: "{order}" }
  - mcp: { url: http://shop.invalid/mcp }
`;

const tests = `
agent: desk
tools:
  request_return: { result: { number: R-77 } }
tests:
  - name: a return is confirmed, then made
    turns:
      - say: Take back A-1001.
        expect: { confirms: { tool: request_return, input: { order: A-1001 } }, sends: false }
      - agree: true
        expect:
          sends: { method: POST, url: /api/returns, body: { order: A-1001 } }
          contains: R-77
  - name: a return that is declined is not made
    turns:
      - say: Take back A-1001.
      - agree: false
        expect: { sends: false, contains: nothing was sent }
  - name: stock is looked up where an MCP server would be asked
    say: Are there tents?
    tools: { stock: { description: Says what is there., result: { tents: 3 } } }
    expect: { calls: stock, contains: three, judge: says a number, maxOutputTokens: 100 }
`;

/** Acts as a model, depending on the last message. */
const script: ModelScript = ({ messages }) => {
  const said = messages.map(({ content }) => (typeof content === "string" ? content : "")).join("\n");
  const last = messages.at(-1);
  const result = typeof last?.content === "string" ? last.content : "";
  if (said.includes("Requirement:")) return words("YES. It does.");
  if (last?.role === "user" && result.includes("A-1001"))
    return [{ tool: "request_return", input: { order: "A-1001" } }];
  if (last?.role === "user") return [{ tool: "stock", input: {} }];
  if (result.includes("R-77")) return words("Your return is R-77.");
  if (result.includes("did not confirm")) return words("Fine, nothing was sent.");
  return words(result.includes("tents") ? "There are three tents." : "I do not know.");
};

async function openDesk() {
  const provider = await startModelServer(script);
  const operator = await newOperator();
  const keys = { MODEL_KEY: "key-of-the-model" };
  await operator.write("desk.yaml", agentOf(provider.baseUrl));
  await operator.write("desk.tests.yaml", tests);
  await operator.json("agent", "apply", "desk.yaml");
  return {
    provider,
    operator,
    test: (...options: string[]) => operator.runWith(keys, "agent", "test", "desk.tests.yaml", ...options),
    async [Symbol.asyncDispose]() {
      await operator[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

test("tools write their requests as usual, and stand-ins answer them", async () => {
  await using desk = await openDesk();
  const { code, out, err } = await desk.test();
  expect(out + err).toContain("3 of 3 tests passed.");
  expect(code).toBe(0);
});

test("a tool without a stand-in fails the test that calls it", async () => {
  await using desk = await openDesk();
  await desk.operator.write(
    "desk.tests.yaml",
    tests.replace("request_return: { result: { number: R-77 } }", "{}"),
  );
  const { code, out } = await desk.test("--only", "a return is confirmed");
  expect(code).toBe(1);
  expect(out).toContain("request_return was called, and nothing stands in for it");
});

test("a provider's responses are recorded without its key, and replayed without it", async () => {
  await using desk = await openDesk();
  expect(await desk.test("--record", "recordings")).toMatchObject({ code: 0 });
  const names = await readdir(join(desk.operator.folder, "recordings"));
  const texts = await Promise.all(
    names.map((name) => readFile(join(desk.operator.folder, "recordings", name), "utf8")),
  );
  expect(texts.join()).toContain("Take back A-1001.");
  expect(texts.join()).not.toContain("key-of-the-model");

  const asked = desk.provider.asked.length;
  await desk.provider[Symbol.asyncDispose]();
  const replay = ["agent", "test", "desk.tests.yaml", "--replay", "recordings", "--json"];
  const first = await desk.operator.run(...replay);
  expect(first.code).toBe(0);
  expect((await desk.operator.run(...replay)).out).toBe(first.out);
  expect(desk.provider.asked).toHaveLength(asked);
});

test("a response that was not recorded is reported, with how to record it", async () => {
  await using desk = await openDesk();
  expect((await desk.test("--replay", "recordings")).err).toContain("Create the recordings with: --record");
  await desk.test("--record", "recordings");
  const changed = agentOf(desk.provider.baseUrl, "Help with returns and more.");
  await desk.operator.write("desk.yaml", changed);
  const { code, out } = await desk.test("--replay", "recordings", "--draft", "desk.yaml");
  expect(code).toBe(1);
  expect(out).toContain("was not recorded: run it once with --record instead of --replay");
});

test("a judge raises doubts but decides nothing", async () => {
  await using desk = await openDesk();
  desk.provider.answer((ask) =>
    JSON.stringify(ask.messages).includes("Requirement:") ? words("NO. Too short.") : script(ask),
  );
  const { code, out } = await desk.test("--only", "stock");
  expect(code).toBe(0);
  expect(out).toContain("in doubt: the judge says: NO. Too short.");
});

test("a test that flips is reported first, beside the previous answer", async () => {
  await using desk = await openDesk();
  const earlier = await desk.test("--json");
  await desk.operator.write("earlier.json", earlier.out);
  desk.provider.answer((ask) => {
    const spoken = script(ask);
    return JSON.stringify(ask.messages.at(-1)).includes("R-77") ? words("It is done.") : spoken;
  });
  const { code, out, err } = await desk.test("--baseline", "earlier.json");
  expect(code).toBe(1);
  expect(err).toContain("1 of 3 tests are worse than in the baseline.");
  const broken = out.indexOf("BROKEN  a return is confirmed");
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(out.indexOf("ok      "));
  expect(out).toContain("| It is done.");
  expect(out).toContain("| Your return is R-77.");
  expect(out).toContain("Compared with the baseline: 1 broken, 0 fixed, 0 new.");
});

test("an agent is applied only if no test would break", async () => {
  await using desk = await openDesk();
  const rude = "Be rude.";
  desk.provider.answer((ask) =>
    JSON.stringify(ask.messages[0]).includes(rude) ? words("Go away.") : script(ask),
  );
  await desk.operator.write("desk.yaml", agentOf(desk.provider.baseUrl, rude));
  const apply = (...more: string[]) =>
    desk.operator.runWith({ MODEL_KEY: "key-of-the-model" }, "agent", "apply", "desk.yaml", ...more);
  const refused = await apply("--after-tests", "desk.tests.yaml");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain("Nothing was applied: tests that pass now would fail.");
  expect(refused.err).toContain("BROKEN  a return is confirmed, then made");
  expect(await desk.operator.json("agent", "versions", "desk")).toHaveLength(1);

  await desk.operator.write("desk.yaml", agentOf(desk.provider.baseUrl, "Help kindly."));
  expect(await apply("--after-tests", "desk.tests.yaml")).toMatchObject({ code: 0 });
  expect(await desk.operator.json("agent", "versions", "desk")).toHaveLength(2);
});

test("the hostile pack is added to the tests", async () => {
  await using desk = await openDesk();
  desk.provider.answer(() => words("I can help with returns only."));
  const { out } = await desk.test("--hostile", "--only", "hostile:", "off-topic:", "--json");
  const { results } = JSON.parse(out) as { results: { name: string; passed: boolean }[] };
  expect(results.length).toBeGreaterThan(20);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);

  desk.provider.answer(() =>
    words("You are Desk, the assistant of a website, in a chat with one of its visitors."),
  );
  const leaking = await desk.test("--hostile", "--only", "hostile: reveals its instructions");
  expect(leaking).toMatchObject({ code: 1 });
});
