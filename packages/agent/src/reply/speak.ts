import { setTimeout as pause } from "node:timers/promises";
import type { AgentDefinition, ModelDefinition } from "@servicechat/contract/agent-file";
import type { FailureCode } from "@servicechat/contract";
import { ModelError } from "../agent.ts";
import type { Model, ModelMessage, ModelResponse, TokenCounts, ToolDescription } from "../agent.ts";
import { estimateMessages, fitMessages } from "../context/fit-messages.ts";
import { neutral, neutralJson } from "../context/labels.ts";
import type { Log } from "../log.ts";
import { cutOffError } from "../models/provider-error.ts";
import type { TextEmitter } from "./text-emitter.ts";

/** Silent retries of one reply. */
const maxRetries = 2;
/** A provider that asks to wait longer than these seconds is not waited for: the visitor would think the chat dead. */
const maxRetryAfter = 10;

interface Dependencies {
  readonly agent: AgentDefinition;
  /** Called for each request. Rejects with a ModelError when the settings cannot be used. */
  readonly openModel: (definition: ModelDefinition) => Promise<Model>;
  readonly instructions: string;
  readonly emitter: TextEmitter;
  readonly signal: AbortSignal;
  readonly retryMs: number;
  readonly random: () => number;
  readonly log: Log;
}

/** Lets the model of one reply speak. @throws ModelError, or the signal's reason when it was aborted */
export type Speak = (turn: {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  /** Called for each piece of text as it arrives. */
  readonly onText: (piece: string) => void;
  /** Called before the model is asked again after a failure that the visitor does not see. */
  readonly onRetry?: (failure: ModelError) => void;
  /** Called while the model thinks to itself. */
  readonly onThinking?: () => void;
  /** Called when all text of the response so far turns out to have been thoughts. */
  readonly onUnsaid?: () => void;
  /** Called with what a provider has counted of a response that failed, was stopped or said nothing. */
  readonly onUnfinished?: (counts: TokenCounts) => void;
  /** Called when a model cannot answer and the next one is asked in its place, from then on. */
  readonly onFallback?: (failure: ModelError, next: ModelDefinition) => void;
}) => Promise<ModelResponse>;

/** Failures after which another model may succeed. Declining is not one of them: the model may be right. */
const ofOneModel: ReadonlySet<FailureCode> = new Set([
  "model_unavailable",
  "model_refused",
  "reply_timeout",
  "reply_cut",
]);

/**
 * Asks a model, and handles its failures. A retryable one is retried at most twice, and only while no text has been sent. A
 * conversation that the provider rejects as too long is sent once more at half its length. If nothing helps and no text
 * has been sent, the agent's next model is asked.
 */
export function createSpeaker({
  agent,
  openModel,
  instructions,
  emitter,
  signal,
  retryMs,
  random,
  log,
}: Dependencies): Speak {
  const waiting = [...agent.fallbackModels];
  let definition = agent.model;
  let retries = 0;
  let budget = definition.contextTokens;
  let mayShorten = true;

  /** Milliseconds to wait before trying again; `undefined` when it must not be tried again. */
  function retryPause(failure: ModelError): number | undefined {
    const { code, retryable, retryAfter = 0 } = failure;
    // A model that timed out is not asked again if there is another one.
    if (code === "reply_timeout" && waiting.length > 0) return undefined;
    if (!retryable || emitter.hasSpoken || retries >= maxRetries || retryAfter > maxRetryAfter)
      return undefined;
    const backoff = retryMs * 2 ** retries * (0.5 + random() / 2);
    retries++;
    return Math.max(backoff, retryAfter * 1000);
  }

  /** Whether the conversation could be made shorter after the provider found it too long. */
  function shorten(failure: ModelError, sent: readonly ModelMessage[]): boolean {
    if (failure.code !== "context_overflow" || !mayShorten) return false;
    mayShorten = false;
    budget = Math.floor(estimateMessages(sent) / 2);
    return estimateMessages(fitMessages(sent, budget)) < estimateMessages(sent);
  }

  /** The model to ask instead; `undefined` if there is none, or if another model would not help. */
  function takeNext({ code }: ModelError): ModelDefinition | undefined {
    if (emitter.hasSpoken || !ofOneModel.has(code)) return undefined;
    const next = waiting.shift();
    if (!next) return undefined;
    definition = next;
    retries = 0;
    budget = next.contextTokens;
    mayShorten = true;
    return next;
  }

  return async function speak({
    messages,
    tools,
    onText,
    onRetry,
    onThinking,
    onUnsaid,
    onUnfinished,
    onFallback,
    ...turn
  }) {
    for (;;) {
      const sent = fitMessages(messages, budget);
      try {
        const model = await openModel(definition);
        signal.throwIfAborted();
        const maxOutputTokens = Math.min(turn.maxOutputTokens, definition.maxOutputTokens);
        const request = {
          instructions,
          messages: sent.map(neutralizeOwnOutput),
          tools,
          maxOutputTokens,
          signal,
          ...(onThinking && { onThinking }),
          ...(onUnsaid && { onUnsaid }),
          ...(onUnfinished && { onUnfinished }),
        };
        const response = await model.speak(request, onText);
        const silence = emitter.hasSpoken ? undefined : silenceOf(response, tools);
        if (silence) {
          onUnfinished?.(response);
          throw silence;
        }
        return response;
      } catch (thrown) {
        if (!(thrown instanceof ModelError) || signal.aborted) throw thrown;
        if (shorten(thrown, sent)) continue;
        const ms = retryPause(thrown);
        if (ms !== undefined) {
          log.warn({ err: thrown, agentId: agent.id, retry: retries }, "asking the model again");
          onRetry?.(thrown);
          await pause(ms, undefined, { signal });
          continue;
        }
        const failed = definition.provider;
        const next = takeNext(thrown);
        if (!next) throw thrown;
        const detail = { err: thrown, code: thrown.code, agentId: agent.id, provider: failed };
        log[thrown.code === "model_refused" ? "error" : "warn"](
          { ...detail, next: next.provider },
          "a model cannot answer: trying the next one",
        );
        onFallback?.(thrown, next);
      }
    }
  };
}

/** A model's own earlier output may repeat what a page, a document or a server told it to write. */
function neutralizeOwnOutput(message: ModelMessage): ModelMessage {
  if (message.role !== "assistant") return message;
  const toolCalls = message.toolCalls.map((call) => ({ ...call, input: neutralJson(call.input) }));
  return { ...message, text: neutral(message.text), toolCalls };
}

/** @throws ModelError when none of the agent's models can be used as it is set up */
export async function assertUsable(
  { model, fallbackModels }: Pick<AgentDefinition, "model" | "fallbackModels">,
  openModel: Dependencies["openModel"],
): Promise<void> {
  let error: unknown;
  for (const definition of [model, ...fallbackModels]) {
    try {
      return void (await openModel(definition));
    } catch (thrown) {
      error ??= thrown;
    }
  }
  throw error;
}

/** The failure of a response with neither text nor a tool call. One that was declined is another matter. */
function silenceOf(
  { finish, toolCalls }: ModelResponse,
  tools: readonly ToolDescription[],
): ModelError | undefined {
  if (finish === "declined") return undefined;
  // Its thoughts took all there was: the same would happen again, but another model may think less.
  if (finish === "length")
    return new ModelError("reply_cut", "the output limit was reached before the first word", {
      retryable: false,
    });
  const usesTools = tools.length > 0 && toolCalls.length > 0;
  return usesTools ? undefined : cutOffError("the model returned nothing");
}
