import { expect, test } from "vitest";
import { newOperator } from "./run-program.ts";

test("a warning names a model's key that is not set, and a key in .env counts", async () => {
  await using operator = await newOperator();
  const model = "model: {provider: openai, name: m, apiKeyEnv: SHOP_MODEL_KEY}";
  const file = await operator.write("shop.yaml", `id: shop\nname: Shop\n${model}\n`);
  expect((await operator.run("agent", "apply", file)).err).toContain("SHOP_MODEL_KEY is not set");

  await operator.write(".env", "SHOP_MODEL_KEY=canary-of-the-model-key\n");
  expect((await operator.run("agent", "apply", file)).err).toBe("");
  expect((await operator.storedBytes()).includes("canary-of-the-model-key")).toBe(false);
});

test("apply names models without a key here, each variable once", async () => {
  await using operator = await newOperator();
  const file = await operator.write(
    "shop.yaml",
    `id: shop
name: Shop
model: { provider: openai, name: m, apiKeyEnv: FIRST_KEY }
fallbackModels:
  - { provider: anthropic, name: m, apiKeyEnv: SECOND_KEY }
  - { provider: openai, name: n, apiKeyEnv: FIRST_KEY }
  - { provider: extractive }
`,
  );
  const { code, err } = await operator.run("agent", "apply", file);
  expect(code).toBe(0);
  expect(err.match(/[A-Z]+_KEY/g)).toEqual(["FIRST_KEY", "SECOND_KEY"]);
});

test("apply names secrets of tools, actions and the site that are not set here", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const http = { url: "https://shop.example/", headers: { Authorization: "Bearer ${SHOP_TOKEN}" } };
  const file = await operator.write(
    "shop.json",
    JSON.stringify({
      id: "shop",
      name: "Shop",
      model: { provider: "openai", name: "m" },
      identity: { secretEnv: "SITE_SECRET" },
      tools: [{ mcp: { url: "https://shop.example/mcp", headers: { "X-Key": "${MCP_TOKEN}" } } }],
      actions: [{ id: "a", label: "A", kind: "form", inputSchema: { type: "object" }, http }],
    }),
  );
  const { code, err } = await operator.runWith({ MCP_TOKEN: "canary" }, "agent", "apply", file);
  expect({ code, err }).toEqual({
    code: 0,
    err:
      "Warning: the variable SITE_SECRET is not set here, and the service needs it to know who visitors are.\n" +
      "Warning: the variable SHOP_TOKEN is not set here, and the service needs it to make the agent's requests.\n",
  });
});
