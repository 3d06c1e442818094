import { asObject, type ToolCall } from "@servicechat/contract";
import type { ModelResponse, TokenCounts } from "../agent.ts";
import { countOf } from "./count-of.ts";
import { finishOf } from "./finish-of.ts";
import { parseArguments } from "./parse-arguments.ts";
import { pieceOf } from "./piece-of.ts";
import { cutOffError } from "./provider-error.ts";
import { stringOf } from "./string-of.ts";

/**
 * Reads the parts of a language model's stream, of any version of the AI SDK from 2 on: where they differ, all forms are
 * read. Parts that are not known are passed over.
 */
export function createPartReader(onText: (piece: string) => void, onThinking: () => void = () => undefined) {
  const toolCalls: ToolCall[] = [];
  /** Names of the calls that are being written, by id. */
  const begun = new Map<unknown, string>();
  let finish: Readonly<Record<string, unknown>> | undefined;

  function counts(): TokenCounts {
    const usage = asObject(finish?.["usage"]);
    const cachedTokens = countOf(
      asObject(usage?.["inputTokens"])?.["cacheRead"] ?? usage?.["cachedInputTokens"],
    );
    return {
      inputTokens: sumOf(usage?.["inputTokens"]),
      ...(cachedTokens > 0 && { cachedTokens }),
      outputTokens: sumOf(usage?.["outputTokens"]),
    };
  }

  return {
    counts,
    /** @throws what the part reports as an error, whatever that is */
    take(part: Readonly<Record<string, unknown>>): void {
      switch (part["type"]) {
        case "text-delta": {
          const piece = pieceOf(part["delta"]);
          if (piece !== "") onText(piece);
          break;
        }
        case "reasoning-start":
        case "reasoning-delta":
          onThinking();
          break;
        case "tool-input-start":
          if (part["providerExecuted"] !== true) begun.set(part["id"], stringOf(part["toolName"]));
          break;
        case "tool-call":
          begun.delete(part["toolCallId"]);
          if (part["providerExecuted"] === true) break;
          toolCalls.push({
            id: stringOf(part["toolCallId"]),
            name: stringOf(part["toolName"]),
            input: parseArguments(part["input"]),
          });
          break;
        case "error":
          throw part["error"];
        case "finish":
          finish = part;
      }
    },

    /** @throws ModelError when the stream ended too early */
    response(): ModelResponse {
      if (!finish) throw cutOffError("the stream ended before it was complete");
      const ending = endingOf(finish["finishReason"], toolCalls.length > 0);
      // A call cut off by the limit was never made, but shows where the cut was.
      const half =
        ending === "length" ? [...begun].map(([, name]) => ({ id: "", name, input: undefined })) : [];
      return { toolCalls: [...toolCalls, ...half], finish: ending, ...counts() };
    },
  };
}

/** A name in version 2, an object with the name in later ones. */
function endingOf(reason: unknown, hasCalls: boolean): ModelResponse["finish"] {
  const name = stringOf(reason) || stringOf(asObject(reason)?.["unified"]);
  if (name === "error" || name === "interrupted") throw cutOffError(`the stream ended with: ${name}`);
  return finishOf(name, hasCalls);
}

/** A number in version 2, an object with the sum in later ones. */
function sumOf(tokens: unknown): number {
  return countOf(asObject(tokens)?.["total"] ?? tokens);
}
