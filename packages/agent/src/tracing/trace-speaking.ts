import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { ModelError } from "../agent.ts";
import type { ModelResponse } from "../agent.ts";
import type { Speak } from "../reply/speak.ts";
import type { Step, Trace } from "./trace.ts";

/** How OpenTelemetry's conventions name what ours means. */
const finishReasons: Readonly<Record<ModelResponse["finish"], string>> = {
  stop: "stop",
  tools: "tool_calls",
  length: "length",
  declined: "content_filter",
};

/**
 * The same `speak`, with a span for each turn of the model, which covers its silent retries too, as the conventions
 * require.
 */
export function traceSpeaking(
  speak: Speak,
  {
    trace,
    model: first,
    signal,
  }: { readonly trace: Trace; readonly model: ModelDefinition; readonly signal: AbortSignal },
): Speak {
  let model = first;
  return (turn) =>
    trace.step(stepOf(model, turn.maxOutputTokens), async (span) => {
      const askedAt = performance.now();
      let hasHeard = false;
      try {
        const said = await speak({
          ...turn,
          hear(piece) {
            if (!hasHeard) {
              hasHeard = true;
              const seconds = (performance.now() - askedAt) / 1000;
              span.set({ "gen_ai.response.time_to_first_chunk": seconds });
            }
            turn.hear(piece);
          },
          onRetry: ({ code }) => span.note("servicechat.retry", { "error.type": code }),
          onFallback(failure, next) {
            model = next;
            span.note("servicechat.fallback", { "error.type": failure.code });
            // The span was started with the attributes of a model that did not answer.
            span.set(stepOf(next, turn.maxOutputTokens).attributes);
            turn.onFallback?.(failure, next);
          },
        });
        span.set(attributesOf(said));
        return said;
      } catch (thrown) {
        const code = failureOf(thrown, signal);
        if (code) span.fail(code);
        throw thrown;
      }
    });
}

function stepOf(model: ModelDefinition, maxTokens: number): Step {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": model.provider,
    "gen_ai.request.max_tokens": maxTokens,
  };
  if (model.provider === "extractive") return { name: "chat extractive", isRemote: false, attributes };
  if (model.provider === "ai-sdk") return { name: "chat ai-sdk", isRemote: true, attributes };
  const url = new URL(model.baseUrl);
  return {
    name: `chat ${model.name}`,
    isRemote: true,
    attributes: {
      ...attributes,
      "gen_ai.request.model": model.name,
      "gen_ai.request.stream": true,
      "server.address": url.hostname,
      "server.port": Number(url.port || (url.protocol === "https:" ? 443 : 80)),
    },
  };
}

function attributesOf({ finish, inputTokens, outputTokens }: ModelResponse) {
  return {
    "gen_ai.response.finish_reasons": [finishReasons[finish]],
    ...(inputTokens > 0 && { "gen_ai.usage.input_tokens": inputTokens }),
    ...(outputTokens > 0 && { "gen_ai.usage.output_tokens": outputTokens }),
  };
}

/** `undefined` when the turn was ended from outside: what for, the span of the reply says. */
function failureOf(thrown: unknown, signal: AbortSignal): string | undefined {
  if (thrown instanceof ModelError) return thrown.code;
  return signal.aborted ? undefined : "internal";
}
