import { asObject, type ToolCall } from "@servicechat/contract";
import type { ModelResponse } from "../agent.ts";
import { countOf } from "./count-of.ts";
import { parseArguments } from "./parse-arguments.ts";
import { parseEvent } from "./parse-event.ts";
import { pieceOf } from "./piece-of.ts";
import { errorOfErrorObject } from "./provider-error.ts";
import type { EventReader } from "./provider-stream.ts";
import { stringOf } from "./string-of.ts";
import { createThoughtFilter } from "./thought-filter.ts";

type Usage = Pick<ModelResponse, "inputTokens" | "cachedTokens" | "outputTokens">;

/** A tool call while its pieces arrive. */
interface OpenCall {
  readonly index: unknown;
  id: string;
  name: string;
  /** Text pieces joined; an object when the server sent one. */
  arguments: unknown;
}

/**
 * Reads the stream of any server that speaks Chat Completions. Lenient where servers are known to differ: missing ids
 * and indexes, arguments as an object, content as a list, a missing `[DONE]`, errors inside the stream.
 */
export function createOpenAiReader(
  onText: (piece: string) => void,
  onThinking: () => void = () => undefined,
): EventReader & { response(): ModelResponse } {
  const calls: OpenCall[] = [];
  let finish: string | undefined;
  let refused = false;
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };

  const filter = createThoughtFilter({ onText, onThinking });

  function say(piece: string): void {
    if (piece !== "") filter.say(piece);
  }

  function takePiece(delta: Readonly<Record<string, unknown>>): void {
    if (isThinking(delta)) onThinking();
    say(contentText(delta["content"]));
    if (typeof delta["refusal"] === "string" && delta["refusal"] !== "") refused = true;
    if (Array.isArray(delta["tool_calls"])) for (const piece of delta["tool_calls"]) takeCallPiece(piece);
  }

  function takeCallPiece(value: unknown): void {
    const piece = asObject(value);
    const spoken = asObject(piece?.["function"]);
    if (!piece || !spoken) return;
    const { index } = piece;
    const id = stringOf(piece["id"]);
    const name = stringOf(spoken["name"]);

    const known = typeof index === "number" ? calls.findLast((call) => call.index === index) : calls.at(-1);
    // Some servers number every call 0, others send no number: a new id, or a name without a number, begins a new call.
    const begins =
      !known ||
      (id !== "" && known.id !== "" && id !== known.id) ||
      (index === undefined && name !== "" && id === "");
    const call = begins ? { index, id, name: "", arguments: undefined } : known;
    if (begins) calls.push(call);
    call.name ||= name;
    call.id ||= id;
    const written = spoken["arguments"];
    if (typeof written === "string" && typeof call.arguments !== "object") {
      call.arguments = stringOf(call.arguments) + written;
    } else if (asObject(written)) {
      call.arguments = written;
    }
  }

  return {
    take({ data }) {
      if (data === "[DONE]") return "over";
      const chunk = parseEvent(data);
      if (chunk["error"] || chunk["object"] === "error") throw errorOfErrorObject(chunk);
      usage = usageOf(chunk) ?? usage;

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

    response() {
      filter.end();
      const toolCalls = calls
        .filter((call) => call.name !== "")
        .map((call): ToolCall => ({ id: call.id, name: call.name, input: parseArguments(call.arguments) }));
      return { toolCalls, finish: finishOf(finish, refused, toolCalls.length > 0), ...usage };
    },
  };
}

function finishOf(finish: string | undefined, refused: boolean, hasCalls: boolean): ModelResponse["finish"] {
  if (refused || finish === "content_filter") return "declined";
  if (finish === "length") return "length";
  return hasCalls ? "tools" : "stop"; // some servers say "stop" after tool calls
}

/** Thoughts are in a separate field with one of several names, or are parts of the content. */
function isThinking(delta: Readonly<Record<string, unknown>>): boolean {
  const { content } = delta;
  return (
    stringOf(delta["reasoning_content"]) !== "" ||
    stringOf(delta["reasoning"]) !== "" ||
    (Array.isArray(content) && content.some((part) => asObject(part)?.["type"] === "thinking"))
  );
}

/** Text of `content`: a string, or a list of parts of which only those of type text are said aloud. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return pieceOf(content);
  return content
    .map(asObject)
    .map((part) => (part?.["type"] === "text" ? pieceOf(part["text"]) : ""))
    .join("");
}

function usageOf(chunk: Readonly<Record<string, unknown>>): Usage | undefined {
  const usage = asObject(chunk["usage"]) ?? asObject(asObject(chunk["x_groq"])?.["usage"]);
  if (typeof usage?.["completion_tokens"] !== "number") return undefined;
  const cachedTokens = countOf(asObject(usage["prompt_tokens_details"])?.["cached_tokens"]);
  return {
    inputTokens: countOf(usage["prompt_tokens"]),
    ...(cachedTokens > 0 && { cachedTokens }),
    outputTokens: usage["completion_tokens"],
  };
}
