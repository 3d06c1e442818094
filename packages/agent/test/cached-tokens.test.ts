import { expect, test } from "vitest";
import { createAnthropicReader } from "../src/models/anthropic.ts";
import { createPartReader } from "../src/models/ai-sdk-reader.ts";
import { createOpenAiReader } from "../src/models/openai.ts";
import { createResponsesReader } from "../src/models/responses.ts";

const quiet = () => undefined;
const data = (event: object) => ({ data: JSON.stringify(event) });

test("cached input tokens are counted separately for every provider interface", () => {
  const chat = createOpenAiReader(quiet);
  const details = { prompt_tokens_details: { cached_tokens: 400 } };
  chat.take(data({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
  chat.take(data({ choices: [], usage: { prompt_tokens: 500, completion_tokens: 9, ...details } }));
  expect(chat.response()).toMatchObject({ inputTokens: 500, cachedTokens: 400, outputTokens: 9 });

  const claude = createAnthropicReader(quiet);
  const counts = { input_tokens: 60, cache_read_input_tokens: 400, cache_creation_input_tokens: 40 };
  claude.take({
    event: "message_start",
    ...data({ type: "message_start", message: { usage: { ...counts, output_tokens: 1 } } }),
  });
  claude.take({
    event: "message_delta",
    ...data({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }),
  });
  expect(claude.response()).toMatchObject({ inputTokens: 500, cachedTokens: 400, outputTokens: 9 });

  const responses = createResponsesReader(quiet);
  const usage = { input_tokens: 500, input_tokens_details: { cached_tokens: 400 }, output_tokens: 9 };
  responses.take({
    event: "response.completed",
    ...data({ type: "response.completed", response: { status: "completed", usage } }),
  });
  expect(responses.response()).toMatchObject({ inputTokens: 500, cachedTokens: 400, outputTokens: 9 });

  const parts = createPartReader(quiet, quiet);
  parts.take({
    type: "finish",
    finishReason: "stop",
    usage: { inputTokens: { total: 500, cacheRead: 400 }, outputTokens: { total: 9 } },
  });
  expect(parts.response()).toMatchObject({ inputTokens: 500, cachedTokens: 400, outputTokens: 9 });
});

test("without a cache nothing is said of one", () => {
  const reader = createOpenAiReader(quiet);
  reader.take(data({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 9 } }));
  expect(reader.response()).not.toHaveProperty("cachedTokens");
});
