import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newOperator } from "./run-program.ts";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));
const page = (name: string) => readFileSync(`${examples}${name}`, "utf8");
const tag = '<script src="http://localhost:8080/launcher.js" data-agent-key="ak_your_key" async></script>';

const agentFiles = readdirSync(`${examples}agents`).filter(
  (name) => name.endsWith(".yaml") && !name.endsWith(".tests.yaml"),
);

test("there is an example for each way to answer", () => {
  expect(agentFiles.sort()).toEqual([
    "acme-support.yaml",
    "actions.yaml",
    "ai-sdk.yaml",
    "anthropic.yaml",
    "by-meaning.yaml",
    "fallback.yaml",
    "follow-ups.yaml",
    "ollama.yaml",
    "openai.yaml",
    "shop.yaml",
    "web-knowledge.yaml",
    "with-uploads.yaml",
  ]);
});

/** Other tests serve their sites: `web-knowledge.database.test.ts`. */
const withSites = ["by-meaning.yaml", "web-knowledge.yaml"];
const withFiles = agentFiles.filter((name) => !withSites.includes(name));

test.each(withFiles)("%s can be applied, with its knowledge", async (name) => {
  await using operator = await newOperator();
  const applied = await operator.json("agent", "apply", `${examples}agents/${name}`);
  expect(applied).toMatchObject({ result: "created", knowledge: { read: 2, faults: [] } });
});

/** Questions from its file and the documentation; the first sentence of the first passage must contain the answer. */
const asked = [
  ["How long does delivery take?", "delivery.md#how-long-delivery-takes", "two to three working"],
  ["How do returns work?", "returns.md#how-to-return-an-order", "within 30 days"],
  ["How do I return an order?", "returns.md#how-to-return-an-order", "within 30 days"],
  ["Where is my order?", "delivery.md#where-your-order-is", "tracking link"],
] as const;

test("the support agent answers the questions that it suggests in the first sentence, with links", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}agents/acme-support.yaml`);
  for (const [question, address, text] of asked) {
    const found = await operator.json("knowledge", "search", "acme-support", question, "--limit", "1");
    expect(found).toMatchObject([
      {
        text: expect.stringMatching(new RegExp(`^[^.]*${text}`)) as string,
        url: `https://acme.example/help/${address}`,
      },
    ]);
  }
});

test("the minimal page is one tag", () => {
  expect(page("minimal.html")).toContain(tag);
  expect(page("minimal.html").match(/<script/g)).toHaveLength(1);
});

test("the page with buttons queues its calls until the launcher has loaded", () => {
  const html = page("host-api.html");
  expect(html).toContain(tag);
  expect(html.indexOf("window.ServiceChat = { q: [] }")).toBeLessThan(html.indexOf(tag));
  const stubbed = /of (\[[^\]]+\])/.exec(html)?.[1] ?? "[]";
  const called = [...html.matchAll(/ServiceChat\.(\w+)\(/g)].map((match) => match[1]);
  expect(called.length).toBeGreaterThan(5);
  for (const name of called.filter((each) => each !== "q")) expect(stubbed).toContain(`"${name}"`);
});
