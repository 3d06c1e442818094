import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { dataOf, secret } from "./ask-agent.ts";
import type { Question } from "./ask-agent.ts";
import { askModule } from "./ask-module.ts";
import { recording, refusal, startModelServer } from "./model-server.ts";
import type { Scripted } from "./model-server.ts";

const sdk = import.meta.resolve("@ai-sdk/openai-compatible");

/** A real provider object of the AI SDK, which asks this address. */
const providerAt = (url: string) => `
  import { createOpenAICompatible } from ${JSON.stringify(sdk)};
  const provider = createOpenAICompatible({
    name: "acme", baseURL: ${JSON.stringify(url)}, apiKey: ${JSON.stringify(secret)}, includeUsage: true,
  });
  export default provider("some-model");`;

describe("a real provider object of the AI SDK", () => {
  const askProvider = async (scripts: readonly Scripted[], more: Partial<Question> = {}) => {
    await using server = await startModelServer(...scripts);
    return { ...(await askModule(providerAt(server.url), more)), requests: server.requests };
  };

  test("a recorded stream arrives whole", async () => {
    const { text, outcome, requests } = await askProvider([{ body: recording("openai-text") }]);
    expect(text).toBe("Refunds take **5 days** – über Nacht: 10 € 👩‍🔧.");
    expect(outcome).toMatchObject({ ending: null, outputTokens: 14 });
    expect(requests[0]?.body).toMatchObject({ model: "some-model", stream: true, max_tokens: 2000 });
  });

  test("thoughts are progress", async () => {
    const { text, events } = await askProvider([{ body: recording("vllm-reasoning") }]);
    expect(text.trim()).toBe("Open at nine.");
    expect(dataOf(events, "progress")).toEqual(["Thinking"]);
  });

  test("both tool calls of a recorded stream are used, and their results are sent back", async () => {
    const { events, requests } = await askProvider([
      { body: recording("openai-tools") },
      { body: recording("openai-text") },
    ]);
    expect(dataOf(events, "tool_usage_start").map(({ input }) => input)).toEqual([
      { query: "refund time" },
      { query: "shipping" },
    ]);
    expect(requests[1]?.text.split('"role":"tool"')).toHaveLength(3);
  });

  test.each([
    ["a busy provider may pass", refusal(503, { message: "busy" }), "model_unavailable", 3],
    ["a wrong key is for the operator", refusal(401, { message: `bad ${secret}` }), "model_refused", 1],
    ["a cut after text is not tried again", { body: recording("openai-cut"), end: "reset" }, undefined, 1],
    [
      "a page in place of a stream is a cut",
      { headers: { "content-type": "text/html" }, body: "<p>" },
      "reply_cut",
      3,
    ],
  ] as const)("%s", async (_what, script, code, times) => {
    const { outcome, requests, logged } = await askProvider([script]);
    if (code) expect(outcome.failure).toBe(code);
    else expect(["reply_cut", "model_unavailable"]).toContain(outcome.failure);
    expect(requests).toHaveLength(times);
    expect(inspect(logged, { depth: Infinity })).not.toContain(secret);
  });

  test("an address where nobody listens may pass", async () => {
    const { outcome } = await askModule(providerAt("http://127.0.0.1:1/v1"));
    expect(outcome.failure).toBe("model_unavailable");
  });
});
