import { asObject } from "@servicechat/contract";
import type { ToolCall } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model, ModelMessage, ModelRequest, ModelResponse, TokenCounts } from "../agent.ts";
import { providerUrl } from "./provider-model.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { tryImages } from "./try-images.ts";
import { base64, imagesOf, userText, withoutImages, labelResult } from "./message-content.ts";
import type { ImageAttachment } from "./message-content.ts";
import { countOf, finishOf, parseEvent, pieceOf, stringOf } from "./event-fields.ts";
import { parseArguments } from "./tool-calls.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";

/** A model behind the Messages API. */
export function createAnthropicModel({
  definition,
  apiKey,
  stream,
  blind,
  log,
}: ProviderModelDependencies<"anthropic">): Model {
  const { name, baseUrl } = definition;
  const url = providerUrl(baseUrl, "messages");
  const headers = {
    "anthropic-version": "2023-06-01",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
  };

  return {
    speak: tryImages({ key: `${url.href} ${name}`, name, blind, log }, async (request, onText) => {
      const reader = createAnthropicReader(onText, request.onThinking);
      const body = anthropicBody(definition, request);
      try {
        await stream({ url, headers, body, secret: apiKey, signal: request.signal }, reader);
        return reader.response();
      } catch (thrown) {
        request.onUnfinished?.(reader.counts());
        throw thrown;
      }
    }),
  };
}

/** Larger images are refused, and the whole request with them: in characters of base64, and pixels of a side. */
const maxImage = { length: 5_242_880, side: 8000 };
const tooLarge = "(an image that is too large to be shown to you: say so if it matters)";

interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly object[];
}

/** The body of a Messages request. */
export function anthropicBody(
  definition: Extract<ModelDefinition, { provider: "anthropic" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
): object {
  return {
    model: definition.name,
    system: instructions,
    messages: mergeRoles(messages.map(anthropicMessage)),
    ...toolFields(tools, messages),
    max_tokens: maxOutputTokens,
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    stream: true,
  };
}

/** A conversation that has used tools must describe them, even if the model may no longer use any. */
function toolFields(tools: ModelRequest["tools"], messages: readonly ModelMessage[]): object {
  if (tools.length > 0) {
    return {
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
    };
  }
  const used = messages.flatMap((message) => (message.role === "assistant" ? message.toolCalls : []));
  if (used.length === 0) return {};
  return {
    tools: [...new Set(used.map(({ name }) => name))].map((name) => ({
      name,
      input_schema: { type: "object" },
    })),
    tool_choice: { type: "none" },
  };
}

function anthropicMessage(message: ModelMessage): AnthropicMessage {
  switch (message.role) {
    case "user": {
      const shown = withoutImages(message, tooLarge, isTooLarge);
      return { role: "user", content: [...imagesOf(shown).map(imageBlock), ...textBlocks(userText(shown))] };
    }
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...textBlocks(message.text),
          ...message.toolCalls.map(({ id, name, input }) => ({
            type: "tool_use",
            id,
            name,
            input: input ?? {},
          })),
        ],
      };
    case "tool":
      return {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: message.callId,
            content: labelResult(message),
            is_error: message.failed,
          },
        ],
      };
  }
}

function isTooLarge({ bytes, width = 0, height = 0 }: ImageAttachment): boolean {
  return Math.ceil(bytes.byteLength / 3) * 4 > maxImage.length || Math.max(width, height) > maxImage.side;
}

function imageBlock(image: ImageAttachment): object {
  return { type: "image", source: { type: "base64", media_type: image.mediaType, data: base64(image) } };
}

/** Text of nothing but white space is refused. */
function textBlocks(text: string): object[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** All results of one round must come in one message, with what the visitor says after them. */
function mergeRoles(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const merged: AnthropicMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role === message.role) {
      merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else {
      merged.push(message);
    }
  }
  return merged;
}

/** Input tokens are counted separately by their source. */
const inputCounts = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];

interface OpenCall {
  readonly id: string;
  readonly name: string;
  /** The initial content; later pieces replace it. */
  readonly given: unknown;
  written: string;
}

/** Reads the event stream of the Messages API. Pings and unknown events are passed over. */
export function createAnthropicReader(
  onText: (piece: string) => void,
  onThinking: () => void = () => undefined,
): EventReader & { response(): ModelResponse } {
  const calls = new Map<unknown, OpenCall>();
  /** Pieces came of a call whose beginning did not. */
  let isMissing = false;
  let stopReason: string | undefined;
  let inputTokens = 0;
  let cachedTokens = 0;
  let outputTokens = 0;

  function say(value: unknown): void {
    const piece = pieceOf(value);
    if (piece !== "") onText(piece);
  }

  function begin(index: unknown, block: Readonly<Record<string, unknown>> | undefined): void {
    if (block?.["type"] === "text") say(block["text"]);
    if (block?.["type"] === "thinking" || block?.["type"] === "redacted_thinking") onThinking();
    if (block?.["type"] !== "tool_use") return;
    calls.set(index, {
      id: stringOf(block["id"]),
      name: stringOf(block["name"]),
      given: block["input"],
      written: "",
    });
  }

  function goOn(index: unknown, delta: Readonly<Record<string, unknown>> | undefined): void {
    if (delta?.["type"] === "text_delta") say(delta["text"]);
    if (delta?.["type"] === "thinking_delta") onThinking();
    if (delta?.["type"] !== "input_json_delta") return;
    const call = calls.get(index);
    if (call) call.written += stringOf(delta["partial_json"]);
    else isMissing = true;
  }

  function count(usage: unknown): void {
    const counts = asObject(usage);
    if (typeof counts?.["output_tokens"] === "number") outputTokens = counts["output_tokens"];
    if (typeof counts?.["input_tokens"] !== "number") return;
    inputTokens = sumOf(counts, inputCounts);
    cachedTokens = countOf(counts["cache_read_input_tokens"]);
  }

  const counts = (): TokenCounts => ({
    inputTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    outputTokens,
  });

  return {
    counts,
    take({ data }) {
      const event = parseEvent(data);
      switch (event["type"]) {
        case "error":
          throw errorOfErrorObject(event);
        case "message_start":
          count(asObject(event["message"])?.["usage"]);
          break;
        case "content_block_start":
          begin(event["index"], asObject(event["content_block"]));
          break;
        case "content_block_delta":
          goOn(event["index"], asObject(event["delta"]));
          break;
        case "message_delta": {
          const reason = asObject(event["delta"])?.["stop_reason"];
          if (typeof reason === "string") stopReason = reason;
          count(event["usage"]);
          break;
        }
        case "message_stop":
          return stopReason === undefined ? "open" : "over";
      }
      return stopReason === undefined ? "open" : "finished";
    },

    response() {
      const toolCalls = [...calls.values()].map(({ id, name, given, written }): ToolCall => ({
        id,
        name,
        input: isMissing && written === "" ? undefined : parseArguments(written || given),
      }));
      return { toolCalls, finish: finishOf(stopReason ?? "", toolCalls.length > 0), ...counts() };
    },
  };
}

function sumOf(counts: Readonly<Record<string, unknown>>, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + countOf(counts[name]), 0);
}
