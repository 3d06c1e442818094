import { asObject, type ToolCall } from "@servicechat/contract";
import type { ModelResponse } from "../agent.ts";
import { countOf } from "./count-of.ts";
import { parseArguments } from "./parse-arguments.ts";
import { parseEvent } from "./parse-event.ts";
import { pieceOf } from "./piece-of.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";
import { stringOf } from "./string-of.ts";

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
  let refused = false;
  let finish: ModelResponse["finish"] = "stop";
  let usage: Fields | undefined;

  /** An item begins or is complete: what it says of itself then is all there is. */
  function takeItem(place: unknown, item: Fields | undefined): void {
    if (item?.["type"] === "reasoning") onThinking();
    if (item?.["type"] !== "function_call") return;
    const before = calls.get(place);
    calls.set(place, {
      id: stringOf(item["call_id"]) || (before?.id ?? ""),
      name: stringOf(item["name"]) || (before?.name ?? ""),
      arguments: stringOf(item["arguments"]) || (before?.arguments ?? ""),
    });
  }

  /** The end of every stream. */
  function close(response: Fields | undefined): "over" {
    usage = asObject(response?.["usage"]);
    const reason = asObject(response?.["incomplete_details"])?.["reason"];
    if (reason === "content_filter") finish = "declined";
    else if (response?.["status"] === "incomplete") finish = "length";
    return "over";
  }

  function take(event: Fields): "open" | "over" {
    const type = stringOf(event["type"]);
    switch (type) {
      case "response.output_text.delta": {
        const piece = pieceOf(event["delta"]);
        if (piece !== "") onText(piece);
        break;
      }
      case "response.refusal.delta":
      case "response.refusal.done":
        refused = true;
        break;
      case "response.output_item.added":
      case "response.output_item.done":
        takeItem(event["output_index"], asObject(event["item"]));
        break;
      case "response.function_call_arguments.delta": {
        const call = calls.get(event["output_index"]);
        if (call) call.arguments += stringOf(event["delta"]);
        break;
      }
      case "response.completed":
      case "response.incomplete":
        return close(asObject(event["response"]));
      case "response.failed":
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

  return {
    take: ({ data }) => (data === "[DONE]" ? "open" : take(parseEvent(data))),

    response() {
      const toolCalls = [...calls.values()].map(({ id, name, arguments: written }): ToolCall => ({
        id,
        name,
        input: parseArguments(written),
      }));
      const cachedTokens = countOf(asObject(usage?.["input_tokens_details"])?.["cached_tokens"]);
      const ending = refused ? "declined" : finish;
      return {
        toolCalls,
        finish: ending === "stop" && toolCalls.length > 0 ? "tools" : ending,
        inputTokens: countOf(usage?.["input_tokens"]),
        ...(cachedTokens > 0 && { cachedTokens }),
        outputTokens: countOf(usage?.["output_tokens"]),
      };
    },
  };
}
