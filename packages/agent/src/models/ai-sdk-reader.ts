import { asObject } from "@servicechat/contract";
import type { ToolCall } from "@servicechat/contract";
import { ModelError } from "../agent.ts";
import type { ModelResponse, TokenCounts } from "../agent.ts";
import { countOf, finishOf, pieceOf, stringOf } from "./event-fields.ts";
import { parseArguments } from "./tool-calls.ts";
import { cutOffError, errorOfAnswer, errorOfErrorObject, errorOfTransport } from "./provider-error.ts";

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

/** Names of errors by which the SDK says that the settings are wrong. */
const settingErrors =
  /^AI_(?:LoadAPIKey|LoadSetting|NoSuchModel|UnsupportedFunctionality|InvalidArgument|InvalidPrompt)Error$/;
/** And by which it says that an answer made no sense. */
const answerErrors =
  /^AI_(?:JSONParse|TypeValidation|InvalidResponseData|NoContentGenerated|EmptyResponseBody)Error$/;

/**
 * Converts an error of the SDK, thrown or in the stream, into one of our failures. The error itself is dropped: the
 * SDK's contain the whole request, with what visitors wrote.
 */
export function errorOfAiSdk(thrown: unknown, secret: string | undefined): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const hide = (text: string) => (secret ? text.replaceAll(secret, "[key]") : text);
  if (!(thrown instanceof Error)) return errorOfErrorObject(readable(thrown, hide));
  const { statusCode, responseBody, responseHeaders } = thrown as Error & Readonly<Record<string, unknown>>;
  const message = hide(thrown.message);
  if (typeof statusCode === "number" && (statusCode < 200 || statusCode > 299)) {
    const headers = (asObject(responseHeaders) ?? {}) as Readonly<Record<string, string>>;
    return errorOfAnswer({ status: statusCode, body: hide(stringOf(responseBody)) || message, headers });
  }
  if (settingErrors.test(thrown.name))
    return new ModelError("model_refused", `the AI SDK refuses its settings: ${thrown.name}`, {
      retryable: false,
      said: message,
    });
  if (answerErrors.test(thrown.name)) return cutOffError(`an answer makes no sense: ${thrown.name}`);
  return errorOfTransport({ code: codeOf(thrown) });
}

/** The system's code of a failed connection, wherever the SDK has put it; foreign texts are none. */
function codeOf(thrown: unknown): string | undefined {
  for (let at = thrown; at instanceof Error; at = at.cause)
    if (
      "code" in at &&
      typeof at.code === "string" &&
      /^(?:E[A-Z]{3,15}|UND_ERR_[A-Z_]{3,30})$/.test(at.code)
    )
      return at.code;
  return undefined;
}

/** Other values may be anything: the object that a provider sent, or its text. */
function readable(thrown: unknown, hide: (text: string) => string): unknown {
  try {
    return JSON.parse(hide(JSON.stringify(thrown)));
  } catch {
    return hide(String(thrown));
  }
}
