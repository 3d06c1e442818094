import { describe, expect, test } from "vitest";
import { askAgent } from "./ask-agent.ts";
import { recording, refusal, startModelServer } from "./model-server.ts";
import type { Scripted } from "./model-server.ts";
import { cut, expectRow, lasting, passing } from "./failure-row.ts";
import type { Row } from "./failure-row.ts";

/*
 * One test for each row of the table of provider failures: which code the visitor's error has, whether it is
 * retryable, and how often the provider was asked.
 */

const withText = (more: string): Scripted => ({ body: [recording("openai-cut"), more] });
const chunk = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

const rows: Record<string, Row> = {};
for (const status of [408, 409, 429, 500, 502, 503, 504, 529]) {
  rows[`status ${status} may pass`] = { ...passing, script: refusal(status, { message: "Try again" }) };
}
for (const status of [302, 400, 401, 402, 403, 404, 422]) {
  rows[`status ${status} is for the operator`] = { ...lasting, script: refusal(status, { message: "No" }) };
}

Object.assign(rows, {
  "429 with a rate code that mentions billing in its advice may pass": {
    ...passing,
    script: refusal(429, {
      message: "Rate limit reached on tokens per day. Upgrade at https://console.groq.com/settings/billing",
      type: "tokens",
      code: "rate_limit_exceeded",
    }),
  },
  "429 on Azure that mentions quota in its advice may pass": {
    ...passing,
    script: refusal(429, {
      message: "Requests have exceeded token rate limit of your current tier. For a quota increase go here.",
      code: "429",
    }),
  },
  "429 with insufficient_quota is for the operator": {
    ...lasting,
    script: refusal(429, { message: "You exceeded your current quota.", code: "insufficient_quota" }),
  },
  "400 for a spent credit balance is for the operator": {
    ...lasting,
    provider: "anthropic",
    script: refusal(400, {
      type: "invalid_request_error",
      message: "Your credit balance is too low to access the Anthropic API.",
    }),
  },
  "429 for a reached spend limit, without Retry-After, is for the operator": {
    ...lasting,
    script: refusal(429, { type: "rate_limit_error", message: "Your monthly spend limit is reached." }),
  },
  "429 that speaks of quota and billing but says when to ask again may pass": {
    ...passing,
    script: refusal(429, {
      code: 429,
      message: "You exceeded your current quota, please check your plan. Please retry in 27.3s.",
      status: "RESOURCE_EXHAUSTED",
    }),
  },
  "overloaded_error inside a stream may pass": {
    ...passing,
    provider: "anthropic",
    script: { body: recording("anthropic-overloaded") },
  },
  "overloaded_error after text may pass, but is not tried again": {
    ...passing,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-overloaded-late") },
  },
  "invalid_request_error inside a stream is for the operator": {
    ...lasting,
    provider: "anthropic",
    script: { body: recording("anthropic-invalid") },
  },
  "a 5xx error object inside a vLLM stream may pass": {
    ...passing,
    script: { body: recording("vllm-error") },
  },
  "an error event inside a Groq stream may pass": { ...passing, script: { body: recording("groq-error") } },
  "an error beside finish_reason on OpenRouter after text may pass, but is not tried again": {
    ...passing,
    asked: 1,
    script: { body: recording("openrouter-error") },
  },
  "an error document with status 200 is judged by its type": {
    ...lasting,
    script: refusal(200, { type: "authentication_error", message: "bad key" }),
  },
  "an end without a finish marker is a cut": { ...cut, script: { body: chunk({ choices: [] }) } },
  "an end without a finish marker after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: { body: recording("openai-cut") },
  },
  "an empty stream is a cut": { ...cut, script: { body: "" } },
  "an end without message_stop is a cut": {
    ...cut,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-text").split("event: content_block_stop")[0] ?? "" },
  },
  "a reset after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: { body: [recording("openai-cut"), 20], end: "reset" },
  },
  "a chunk that is broken JSON is a cut": { ...cut, script: { body: 'data: {"choices":[\n\n' } },
  "a chunk that is broken JSON after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: withText("data: {oops}\n\n"),
  },
  "a chunk that is no object is a cut": { ...cut, script: { body: chunk([1, 2]) } },
  "a piece of text of the wrong type is a cut": {
    ...cut,
    script: { body: [chunk({ choices: [{ delta: { content: 5 } }] }), recording("openai-text")] },
  },
  "a piece of text of the wrong type is a cut, not passed over after text": {
    ...cut,
    asked: 1,
    provider: "anthropic",
    script: {
      body: recording("anthropic-text").replace(
        "event: content_block_stop",
        `${chunk({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: ["more"] } })}$&`,
      ),
    },
  },
  "a piece of text of the wrong type is a cut with Responses too": {
    ...cut,
    provider: "openai-responses",
    script: { body: chunk({ type: "response.output_text.delta", delta: {} }) },
  },
  "an answer of the wrong type is a cut": {
    ...cut,
    script: { headers: { "content-type": "text/html" }, body: "<title>Welcome</title>" },
  },
  "a line of more than 1 MB is a cut": {
    ...cut,
    script: {
      body: [
        'data: {"x":"',
        ...Array.from({ length: 12 }, () => "x".repeat(100_000)),
        '"}\n\n',
        recording("openai-text"),
      ],
    },
  },
  "an answer that says nothing is a cut": { ...cut, script: { body: recording("openai-empty") } },
  "a content filter without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: { body: recording("azure-content-filter") },
  },
  "a content filter on the question is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: refusal(400, { code: "content_filter", message: "The response was filtered", status: 400 }),
  },
  "a refusal without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: { body: recording("openai-refusal") },
  },
  "stop reason refusal without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-refusal") },
  },
  "a conversation of one turn that is too long stays too long": {
    code: "context_overflow",
    retryable: false,
    asked: 1,
    script: refusal(400, {
      code: "context_length_exceeded",
      message: "This model's maximum context length is 8192",
    }),
  },
  "413 is a conversation that is too long": {
    code: "context_overflow",
    retryable: false,
    asked: 1,
    provider: "anthropic",
    script: refusal(413, { type: "request_too_large", message: "Request exceeds the maximum size" }),
  },
} satisfies Record<string, Row>);

test.each(Object.entries(rows))("%s", (_name, row) => expectRow(row));

describe("what is not a failure", () => {
  test.each([
    ["anthropic", "anthropic-refusal-late", "I can tell you this much."],
    ["openai-responses", "responses-refusal-late", "Well, "],
  ] as const)(
    "%s: a refusal after text is no failure, and the reply says that it ended early",
    async (provider, name, said) => {
      await using server = await startModelServer({ body: recording(name) });

      const { outcome, text } = await askAgent({ url: server.url, provider });

      expect(outcome).toMatchObject({ ending: "filtered" });
      expect(outcome.failure).toBeUndefined();
      expect(text).toBe(said);
    },
  );

  test.each([
    ["openai", "openai-length"],
    ["openai-responses", "responses-length"],
    ["anthropic", "anthropic-max-tokens"],
  ] as const)("%s: the output limit ends the reply early", async (provider, name) => {
    await using server = await startModelServer({ body: recording(name) });

    const { outcome } = await askAgent({ url: server.url, provider });

    expect(outcome.ending).toBe("length");
    expect(outcome.failure).toBeUndefined();
  });
});
