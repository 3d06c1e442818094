import { asObject, type ToolCall } from "@servicechat/contract";
import type { ModelResponse, TokenCounts } from "../agent.ts";
import { countOf } from "./count-of.ts";
import { finishOf } from "./finish-of.ts";
import { parseArguments } from "./parse-arguments.ts";
import { parseEvent } from "./parse-event.ts";
import { pieceOf } from "./piece-of.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";
import { stringOf } from "./string-of.ts";

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
