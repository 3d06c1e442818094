import { ModelError } from "../agent.ts";
import { asObject } from "@servicechat/contract";
import { cutOffError, errorOfAnswer, errorOfErrorObject, errorOfTransport } from "./provider-error.ts";
import { stringOf } from "./string-of.ts";

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
