import { asObject } from "@servicechat/contract";
import type { ToolCall } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model, ModelMessage, ModelRequest, UserMessage, ModelResponse, TokenCounts } from "../agent.ts";
import { openAiAuthorization, providerUrl } from "./provider-model.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { tryImages } from "./try-images.ts";
import { cleanJson } from "../json.ts";
import { base64, imagesOf, userText, labelResult } from "./message-content.ts";
import { countOf, finishOf, parseEvent, pieceOf, stringOf } from "./event-fields.ts";
import { parseArguments } from "./tool-calls.ts";
import { cutOffError, errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";

/** A model behind the Responses API of OpenAI or of a server that has it too. */
export function createResponsesModel({
  definition,
  apiKey,
  stream,
  blind,
  log,
}: ProviderModelDependencies<"openai-responses">): Model {
  const { name, baseUrl } = definition;
  const url = providerUrl(baseUrl, "responses");
  const headers = openAiAuthorization(url, apiKey);

  return {
    speak: tryImages({ key: `${url.href} ${name}`, name, blind, log }, async (request, onText) => {
      const reader = createResponsesReader(onText, request.onThinking);
      const body = responsesBody(definition, request);
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

/** Less is refused. */
const minTokens = 16;

/** The body of a Responses request. Nothing of it is kept by the provider. */
export function responsesBody(
  definition: Extract<ModelDefinition, { provider: "openai-responses" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
): object {
  return {
    model: definition.name,
    instructions,
    input: messages.flatMap(inputItems),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        name,
        description,
        parameters: inputSchema,
        // Strict schemas allow less than what agents describe.
        strict: false,
      })),
    }),
    max_output_tokens: Math.max(minTokens, maxOutputTokens),
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    ...(definition.reasoning && { reasoning: { effort: definition.reasoning } }),
    store: false,
    stream: true,
  };
}

function userContent(message: UserMessage): string | object[] {
  const text = userText(message);
  const images = imagesOf(message);
  if (images.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "input_text", text }]),
    ...images.map((image) => ({
      type: "input_image",
      image_url: `data:${image.mediaType};base64,${base64(image)}`,
      detail: "auto",
    })),
  ];
}

function inputItems(message: ModelMessage): object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message) }];
    case "tool":
      return [{ type: "function_call_output", call_id: message.callId, output: labelResult(message) }];
    case "assistant":
      return [
        ...(message.text === "" ? [] : [{ role: "assistant", content: message.text }]),
        ...message.toolCalls.map(({ id, name, input }) => ({
          type: "function_call",
          call_id: id,
          name,
          arguments: cleanJson(input ?? {}),
        })),
      ];
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** A function call while its pieces arrive. */
interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

/** Reads the event stream of the Responses API. Events that are not known are passed over. */
export function createResponsesReader(
  onText: (piece: string) => void,
  onThinking: () => void = () => undefined,
): EventReader & { response(): ModelResponse } {
  /** By the item's place in the output, which every event about it names. */
  const calls = new Map<unknown, OpenCall>();
  /** The places of messages whose text has been passed on. */
  const said = new Set<unknown>();
  let saidLast: unknown;
  /** Pieces came of a call whose beginning did not. */
  let isMissing = false;
  let refused = false;
  let finish: ModelResponse["finish"] = "stop";
  let usage: Fields | undefined;

  /** Two messages are two paragraphs. */
  function say(place: unknown, piece: string): void {
    if (piece === "") return;
    const isNext = said.size > 0 && saidLast !== place;
    said.add(place);
    saidLast = place;
    onText(isNext ? `\n\n${piece}` : piece);
  }

  /** An item begins or is complete: what it says of itself then is all there is. */
  function takeItem(place: unknown, item: Fields | undefined, isWhole: boolean): void {
    if (item?.["type"] === "reasoning") onThinking();
    if (item?.["type"] === "message" && isWhole) takeMessage(place, item["content"]);
    if (item?.["type"] !== "function_call") return;
    const before = calls.get(place);
    calls.set(place, {
      id: stringOf(item["call_id"]) || (before?.id ?? ""),
      name: stringOf(item["name"]) || (before?.name ?? ""),
      arguments: stringOf(item["arguments"]) || (before?.arguments ?? ""),
    });
  }

  /** A message as a whole, of which no pieces may have come. */
  function takeMessage(place: unknown, content: unknown): void {
    const isSaid = said.has(place);
    for (const part of Array.isArray(content) ? content : []) {
      const fields = asObject(part);
      if (fields?.["type"] === "refusal") refused = true;
      else if (!isSaid) say(place, pieceOf(fields?.["text"]));
    }
  }

  /** The end of every stream. */
  function close(response: Fields | undefined): "over" {
    const output = response?.["output"];
    for (const [place, item] of (Array.isArray(output) ? output : []).entries())
      if (asObject(item)?.["type"] !== "reasoning") takeItem(place, asObject(item), true);
    usage = asObject(response?.["usage"]);
    const status = stringOf(response?.["status"]);
    if (status === "failed" || status === "cancelled") throw cutOffError(`the response is ${status}`);
    const reason = stringOf(asObject(response?.["incomplete_details"])?.["reason"]);
    if (reason !== "" || status === "incomplete") finish = finishOf(reason || "length", false);
    if (finish === "stop" && status === "incomplete") finish = "length";
    return "over";
  }

  function take(event: Fields): "open" | "over" {
    const type = stringOf(event["type"]);
    const place = event["output_index"];
    switch (type) {
      case "response.output_text.delta":
        say(place, pieceOf(event["delta"]));
        break;
      case "response.refusal.delta":
      case "response.refusal.done":
        refused = true;
        break;
      case "response.output_item.added":
      case "response.output_item.done":
        takeItem(place, asObject(event["item"]), type === "response.output_item.done");
        break;
      case "response.function_call_arguments.delta":
      case "response.function_call_arguments.done": {
        const call = calls.get(place);
        const whole = stringOf(event["arguments"]);
        if (!call) isMissing = true;
        else if (whole !== "") call.arguments = whole;
        else call.arguments += stringOf(event["delta"]);
        break;
      }
      case "response.completed":
      case "response.incomplete":
        return close(asObject(event["response"]));
      case "response.failed":
        usage = asObject(asObject(event["response"])?.["usage"]);
        // The rest of the response repeats the instructions, which no log must show.
        throw errorOfErrorObject({
          error: asObject(event["response"])?.["error"] ?? { message: "the response failed" },
        });
      case "error":
        throw errorOfErrorObject(event);
      default:
        if (type.startsWith("response.reasoning")) onThinking();
    }
    return "open";
  }

  function counts(): TokenCounts {
    const cachedTokens = countOf(asObject(usage?.["input_tokens_details"])?.["cached_tokens"]);
    return {
      inputTokens: countOf(usage?.["input_tokens"]),
      ...(cachedTokens > 0 && { cachedTokens }),
      outputTokens: countOf(usage?.["output_tokens"]),
    };
  }

  return {
    counts,
    take: ({ data }) => (data === "[DONE]" ? "open" : take(parseEvent(data))),

    response() {
      const toolCalls = [...calls.values()].map(({ id, name, arguments: written }): ToolCall => ({
        id,
        name,
        input: isMissing && written === "" ? undefined : parseArguments(written),
      }));
      const ending = refused ? "declined" : finish;
      return {
        toolCalls,
        finish: ending === "stop" && toolCalls.length > 0 ? "tools" : ending,
        ...counts(),
      };
    },
  };
}
