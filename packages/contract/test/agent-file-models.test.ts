import { expect, test } from "vitest";
import { parseAgentFile } from "../src/agent-file/index.ts";

const read = (model: unknown, fallbackModels?: readonly unknown[]) =>
  parseAgentFile({ id: "acme", name: "Acme", model, ...(fallbackModels && { fallbackModels }) });

const local = { provider: "openai", baseUrl: "http://localhost:11434/v1", name: "m" };

test.each([
  [{ provider: "openai-responses", name: "m", reasoning: "minimal", apiKeyEnv: "KEY" }],
  [{ provider: "openai", name: "m", reasoning: "high" }],
  [{ provider: "ai-sdk", module: "./model.mjs", apiKeyEnv: "KEY", temperature: 1, maxOutputTokens: 5 }],
])("a model may be so: %j", (model) => {
  expect(read(model)).toMatchObject({ agent: { model, fallbackModels: [] } });
});

test.each([
  ["model.reasoning", { provider: "openai", name: "m", reasoning: "much" }],
  ["", { provider: "anthropic", name: "m", reasoning: "low" }],
  ["model.module", { provider: "ai-sdk" }],
  ["", { provider: "ai-sdk", module: "./model.mjs", name: "m" }],
  ["model.apiKeyEnv", { provider: "ai-sdk", module: "./model.mjs", apiKeyEnv: "sk-live-1234" }],
  ["", { provider: "extractive", module: "./model.mjs" }],
])("a model is refused at %j: %j", (path, model) => {
  const parsed = read(model);
  const [fault] = "faults" in parsed ? parsed.faults : [];
  expect(fault?.path.startsWith(path)).toBe(true);
  expect(fault).toBeDefined();
});

test("up to five fallback models are possible, each with the same rules as the first", () => {
  expect(read(local, Array(5).fill(local))).toMatchObject({
    agent: { fallbackModels: Array(5).fill(local) },
  });
  expect(read(local, Array(6).fill(local))).toMatchObject({ faults: [{ path: "fallbackModels" }] });
  expect(read(local, [local, { provider: "openai" }])).toMatchObject({
    faults: [{ path: "fallbackModels[1].name" }],
  });
});
