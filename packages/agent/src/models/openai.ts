import { asObject } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { ModelError } from "../agent.ts";
import type { Model, ModelMessage, ModelRequest, UserMessage, ModelResponse, TokenCounts } from "../agent.ts";
import { openAiAuthorization, providerUrl } from "./provider-model.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { tryImages } from "./try-images.ts";
import { cleanJson } from "../json.ts";
import { base64, imagesOf, userText, labelResult } from "./message-content.ts";
import { countOf, finishOf, parseEvent, pieceOf, stringOf } from "./event-fields.ts";
import { gatherCalls } from "./tool-calls.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";

/**
 * A model behind any server that speaks Chat Completions: OpenAI, Azure, Ollama, vLLM, Groq, OpenRouter and others.
 *
 * @param dialects What servers turned out to accept, by address and model; it is added to, and outlives the model
 */
export function createOpenAiModel({
  definition,
  apiKey,
  stream,
  dialects,
  blind,
  log,
}: ProviderModelDependencies<"openai"> & { readonly dialects: Map<string, Dialect> }): Model {
  const url = providerUrl(definition.baseUrl, "chat/completions");
  const server = `${url.href} ${definition.name}`;
  const first = firstDialect(url);

  return {
    speak: tryImages({ key: server, name: definition.name, blind, log }, async (request, onText) => {
      for (;;) {
        const dialect = dialects.get(server) ?? first;
        const reader = createOpenAiReader(onText, request.onThinking);
        const body = openAiBody(definition, request, dialect);
        try {
          await stream(
            { url, headers: openAiAuthorization(url, apiKey), body, secret: apiKey, signal: request.signal },
            reader,
          );
          return reader.response();
        } catch (thrown) {
          const next = nextDialect(thrown, { tried: dialect, first });
          if (!next) {
            request.onUnfinished?.(reader.counts());
            throw thrown;
          }
          dialects.set(server, next);
        }
      }
    }),
  };
}

/** Where servers that speak Chat Completions differ in what they accept. */
export interface Dialect {
  /** Whether token counts are asked for with `stream_options`. */
  readonly asksUsage: boolean;
  readonly limitField: "max_tokens" | "max_completion_tokens";
}

/** The first attempt: OpenAI's newest name at OpenAI, the common name elsewhere. */
export function firstDialect(baseUrl: URL): Dialect {
  const isOpenAi = baseUrl.hostname === "api.openai.com";
  return {
    asksUsage: true,
    limitField: isOpenAi ? "max_completion_tokens" : "max_tokens",
  };
}

/**
 * The dialect to try after a refusal; `undefined` when the refusal was about something else. Older servers do not know
 * `stream_options`, and some models, such as reasoning ones on Azure, take only the other name of the limit.
 */
function nextDialect(
  thrown: unknown,
  { tried, first }: { readonly tried: Dialect; readonly first: Dialect },
): Dialect | undefined {
  if (!(thrown instanceof ModelError) || thrown.code !== "model_refused") return undefined;
  const message = thrown.said();
  if (
    !/unsupported|not supported|unrecogni[sz]ed|unknown|extra|unexpected|not permitted|not allowed/i.test(
      message,
    )
  )
    return undefined;
  if (tried.asksUsage && /stream_options|include_usage/.test(message)) return { ...tried, asksUsage: false };
  if (tried.limitField === first.limitField && message.includes(tried.limitField)) {
    const limitField = tried.limitField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    return { ...tried, limitField };
  }
  return undefined;
}

/** The body of a Chat Completions request. */
export function openAiBody(
  definition: Extract<ModelDefinition, { provider: "openai" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
  dialect: Dialect,
): object {
  return {
    model: definition.name,
    messages: [{ role: "system", content: instructions }, ...messages.map(openAiMessage)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      })),
    }),
    [dialect.limitField]: maxOutputTokens,
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    ...(definition.reasoning && { reasoning_effort: definition.reasoning }),
    stream: true,
    ...(dialect.asksUsage && { stream_options: { include_usage: true } }),
  };
}

/** Plain text unless there are images: servers of text models do not support a list of parts. */
function userContent(message: UserMessage): string | object[] {
  const text = userText(message);
  const images = imagesOf(message);
  if (images.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...images.map((image) => ({
      type: "image_url",
      image_url: { url: `data:${image.mediaType};base64,${base64(image)}` },
    })),
  ];
}

function openAiMessage(message: ModelMessage): object {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message) };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: labelResult(message) };
    case "assistant":
      // An empty list of calls is refused, and so is empty content beside calls on some servers.
      return message.toolCalls.length === 0
        ? { role: "assistant", content: message.text }
        : {
            role: "assistant",
            content: message.text || null,
            tool_calls: message.toolCalls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: cleanJson(input ?? {}) },
            })),
          };
  }
}

/**
 * Reads the stream of any server that speaks Chat Completions. Lenient where servers are known to differ: missing ids
 * and indexes, arguments as an object, content as a list, a missing `[DONE]`, errors inside the stream.
 */
export function createOpenAiReader(
  onText: (piece: string) => void,
  onThinking: () => void = () => undefined,
): EventReader & { response(): ModelResponse } {
  const calls = gatherCalls();
  let finish: string | undefined;
  let refused = false;
  let usage: TokenCounts = { inputTokens: 0, outputTokens: 0 };

  function say(piece: string): void {
    if (piece !== "") onText(piece);
  }

  function takePiece(delta: Readonly<Record<string, unknown>>): void {
    const { text, hasThought, hasRefusal } = readContent(delta["content"]);
    if (hasThought || thoughtFields.some((name) => isSent(delta[name]))) onThinking();
    say(text);
    if (hasRefusal || stringOf(delta["refusal"]) !== "") refused = true;
    if (Array.isArray(delta["tool_calls"])) for (const piece of delta["tool_calls"]) takeCallPiece(piece);
    // As before there were several calls in one answer.
    if (asObject(delta["function_call"])) takeCallPiece({ function: delta["function_call"] });
  }

  function takeCallPiece(value: unknown): void {
    const piece = asObject(value);
    const spoken = asObject(piece?.["function"]);
    if (!piece || !spoken) return;
    calls.take({
      index: piece["index"],
      id: stringOf(piece["id"]),
      name: stringOf(spoken["name"]),
      written: spoken["arguments"],
    });
  }

  return {
    take({ event, data }) {
      if (data === "[DONE]") return "over";
      const chunk = parseEvent(data);
      usage = usageOf(chunk) ?? usage;
      if (event === "error" || chunk["error"] || chunk["object"] === "error") throw errorOfErrorObject(chunk);

      const choice = Array.isArray(chunk["choices"]) ? asObject(chunk["choices"][0]) : undefined;
      if (choice) {
        if (choice["error"]) throw errorOfErrorObject(choice);
        const delta = asObject(choice["delta"]) ?? asObject(choice["message"]);
        if (delta) takePiece(delta);
        if (choice["finish_reason"] === "error")
          throw errorOfErrorObject({ message: "finish_reason: error" });
        if (typeof choice["finish_reason"] === "string") finish = choice["finish_reason"];
      }
      return finish === undefined ? "open" : "finished";
    },

    counts: () => usage,
    response() {
      const toolCalls = calls.calls();
      const ending = refused ? "declined" : finishOf(finish ?? "", toolCalls.length > 0);
      return { toolCalls, finish: ending, ...usage };
    },
  };
}

/** Where servers put thoughts that are not part of the text. */
const thoughtFields = ["reasoning_content", "reasoning", "reasoning_details", "reasoning_text", "thinking"];

function isSent(value: unknown): boolean {
  return typeof value === "string"
    ? value !== ""
    : Array.isArray(value)
      ? value.length > 0
      : asObject(value) !== undefined;
}

/**
 * Reads `content`: a string, or a list of parts. Text is text, whatever the part is called, except for thoughts and
 * refusals.
 */
function readContent(content: unknown): { text: string; hasThought: boolean; hasRefusal: boolean } {
  const parts = Array.isArray(content) ? content : [content];
  const read = { text: "", hasThought: false, hasRefusal: false };
  for (const part of parts) {
    const fields = asObject(part);
    const type = stringOf(fields?.["type"]);
    if (/think|reason|thought/i.test(type)) read.hasThought = true;
    else if (type === "refusal") read.hasRefusal = true;
    else read.text += pieceOf(fields ? textField(fields) : part);
  }
  return read;
}

/** The text of a part, as itself or in one more object. Absent of one that holds something else. */
function textField(part: Readonly<Record<string, unknown>>): unknown {
  const text = part["text"] ?? part["content"];
  return asObject(text)?.["value"] ?? text;
}

function usageOf(chunk: Readonly<Record<string, unknown>>): TokenCounts | undefined {
  const usage = asObject(chunk["usage"]) ?? asObject(asObject(chunk["x_groq"])?.["usage"]);
  if (!usage || !["prompt_tokens", "completion_tokens"].some((name) => typeof usage[name] === "number"))
    return undefined;
  const cachedTokens = countOf(asObject(usage["prompt_tokens_details"])?.["cached_tokens"]);
  return {
    inputTokens: countOf(usage["prompt_tokens"]),
    ...(cachedTokens > 0 && { cachedTokens }),
    outputTokens: countOf(usage["completion_tokens"]),
  };
}
