import type { Attributes } from "@opentelemetry/api";
import type { ToolCall } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { ModelError } from "./agent.ts";
import type { ModelResponse } from "./agent.ts";
import type { Speak } from "./reply/speak.ts";

/** Receives the steps of one reply, for operators who trace the service. It never contains what visitors or models write. */
export interface Trace {
  /** Runs a step as a span below the reply's own. It ends when the promise settles. */
  step<Result>(step: Step, work: (span: StepSpan) => Promise<Result>): Promise<Result>;
}

/** The attributes of a step when it begins, by OpenTelemetry's conventions for generative AI. */
export interface Step {
  /** Of few different values, such as `chat gpt-5-mini`. */
  readonly name: string;
  /** Whether a provider does the work rather than this process. */
  readonly isRemote: boolean;
  readonly attributes: Attributes;
}

/** A step under way. */
export interface StepSpan {
  set(attributes: Attributes): void;
  /** Something happened on the way. */
  note(event: string, attributes: Attributes): void;
  /** The step failed. `errorType` is one of few values, never a sentence. */
  fail(errorType: string): void;
}

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
      let hasText = false;
      try {
        const said = await speak({
          ...turn,
          onText(piece) {
            if (!hasText) {
              hasText = true;
              const seconds = (performance.now() - askedAt) / 1000;
              span.set({ "gen_ai.response.time_to_first_chunk": seconds });
            }
            turn.onText(piece);
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

/** Uses a tool that the agent has, as a span where the reply is traced. Neither input nor result are shown. */
export function traceTool<Result>(
  trace: Trace | undefined,
  { id, name }: ToolCall,
  use: (span?: StepSpan) => Promise<Result>,
): Promise<Result> {
  if (!trace) return use();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": id,
  };
  return trace.step({ name: `execute_tool ${name}`, isRemote: false, attributes }, use);
}
