import { asObject } from "@servicechat/contract";
import type { ModelResponse, TokenCounts } from "../agent.ts";
import { countOf } from "./count-of.ts";
import { finishOf } from "./finish-of.ts";
import { gatherCalls } from "./gather-calls.ts";
import { parseEvent } from "./parse-event.ts";
import { pieceOf } from "./piece-of.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";
import { stringOf } from "./string-of.ts";

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
