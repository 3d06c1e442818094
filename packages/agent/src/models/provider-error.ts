import { asObject } from "@servicechat/contract";
import { ModelError } from "../agent.ts";
import { parseJson } from "../json.ts";

/*
 * The one place where a provider's failure becomes ours. Providers agree on little: the same fault comes as a status,
 * as a code, as a type, or only as a sentence. So all they say is gathered, and the first rule that fits decides.
 */

/** A provider's description of a failure. */
interface Complaint {
  readonly status: number | undefined;
  /** Its codes and types in lower case, such as `insufficient_quota overloaded_error`. */
  readonly names: string;
  readonly message: string;
  readonly retryAfter: number | undefined;
}

type Verdict = "context_overflow" | "model_declined" | "model_refused" | "model_unavailable";

const rules: readonly (readonly [Verdict, (complaint: Complaint) => boolean])[] = [
  [
    "context_overflow",
    ({ status, names, message }) =>
      status === 413 ||
      /context_length_exceeded|request_too_large|exceed_context_size/.test(names) ||
      (status !== 429 &&
        /maximum context length|context (?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i.test(
          message,
        )),
  ],
  [
    "model_declined",
    ({ status, names, message }) =>
      /content_filter|content_policy|responsibleaipolicy|moderation/.test(names) ||
      ((status === 400 || status === 403) &&
        /content management policy|requires moderation|was flagged|content filtering/i.test(message)),
  ],
  // Quota before rate: a spent budget often comes as 429, and asking again cannot help. One that says when to ask
  // again is a rate limit, whatever else it says of quotas and billing.
  [
    "model_refused",
    ({ status, names, message, retryAfter }) =>
      status === 402 ||
      /insufficient_(?:quota|balance|credits)|billing|payment_required|spend_limit/.test(names) ||
      (retryAfter === undefined &&
        !/(?:retry|try again) (?:in|after) \d/i.test(message) &&
        /exceeded your current quota|insufficient (?:quota|funds|balance|credit)|credit balance is too low|billing (?:hard )?limit|spend(?:ing)? limit|api usage limits|out of credits/i.test(
          message,
        )),
  ],
  ["model_unavailable", ({ status }) => status !== undefined && isTransient(status)],
  ["model_refused", ({ status }) => status !== undefined],
  [
    "model_refused",
    ({ names }) =>
      /invalid|authentication|permission|not_found|unauthorized|forbidden|badrequest/.test(names),
  ],
];

/** Documented names of providers' failures: any other name may be arbitrary text. */
const knownNames = new Set(
  `access_terminated api_error authentication_error bad_request billing_error billing_hard_limit_reached
  billing_not_active content_filter content_policy_violation context_length_exceeded deadline_exceeded
  deploymentnotfound exceed_context_size_error failed_precondition forbidden gateway_timeout image_parse_error
  insufficient_balance insufficient_credits insufficient_permissions insufficient_quota internal internal_error
  internal_server_error invalid_api_key invalid_argument invalid_image invalid_image_format invalid_request
  invalid_request_error invalid_value model_not_available model_not_found not_found not_found_error
  organization_restricted overloaded overloaded_error payment_required permission_denied permission_error
  quota_exceeded rate_limit_error rate_limit_exceeded request_timeout request_too_large requests resource_exhausted
  responsibleaipolicyviolation server_error service_unavailable spend_limit_reached timeout_error tokens
  too_many_requests unauthenticated unauthorized unavailable unknown_parameter unsupported_country_region_territory
  unsupported_parameter unsupported_value`.split(/\s+/),
);

function isTransient(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/** The failure for a response with an error status. `body` is as much of it as could be read. */
export function errorOfAnswer(answer: {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}): ModelError {
  const { names, message } = readComplaint(parseJson(answer.body) ?? answer.body);
  return judge({ status: answer.status, names, message, retryAfter: readRetryAfter(answer.headers) });
}

/** The failure for a successful response that is not an event stream. Some servers send an error document that way. */
export function errorOfWrongType(body: string): ModelError {
  const said = asObject(parseJson(body));
  return said?.["error"] ? errorOfErrorObject(said) : cutOffError("the answer is not an event stream");
}

/** The failure of an `error` object that came inside a stream which began well: judged by its type. */
export function errorOfErrorObject(error: unknown): ModelError {
  return judge(readComplaint(error));
}

/** The failure of a connection that never gave an answer. */
export function errorOfTransport(cause: unknown): ModelError {
  const code = asObject(cause)?.["code"];
  // Not the network's fault: the address or the key cannot be written into a request.
  const isOurs = code === "UND_ERR_INVALID_ARG" || code === "ERR_INVALID_URL";
  const kind = cause instanceof Error ? cause.constructor.name : "unknown reason";
  const reason = typeof code === "string" ? code : kind;
  return new ModelError(
    isOurs ? "model_refused" : "model_unavailable",
    isOurs ? `no request can be made with these settings: ${reason}` : `no answer: ${reason}`,
    { retryable: !isOurs, cause },
  );
}

/** An answer that ended or broke before it was complete. */
export function cutOffError(reason: string, cause?: unknown): ModelError {
  return new ModelError("reply_cut", reason, { retryable: true, cause });
}

function judge(complaint: Complaint): ModelError {
  const code = rules.find(([, fits]) => fits(complaint))?.[0] ?? "model_unavailable";
  const { status, names, message, retryAfter } = complaint;
  const known = names.split(" ").filter((name) => knownNames.has(name));
  const details = [...(status === undefined ? [] : [`status ${status}`]), ...new Set(known)].join(", ");
  return new ModelError(code, `the provider reports a failure: ${details || "no status, no known code"}`, {
    retryable: code === "model_unavailable",
    said: [names, message].join(" ").slice(0, 1000),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Reads `{error: {...}}`, the bare inner object, `{error: "text"}` and plain text alike. */
function readComplaint(said: unknown): Complaint {
  const outer = asObject(Array.isArray(said) ? said[0] : said);
  const inner = asObject(outer?.["error"]) ?? outer;
  const innermost = asObject(inner?.["innererror"]);
  const labels = [inner?.["type"], inner?.["code"], inner?.["status"], innermost?.["code"]];
  const numbers = labels.map(Number).filter((number) => number >= 400 && number < 600);
  const sentence = inner?.["message"] ?? outer?.["error"] ?? outer?.["detail"] ?? said;
  return {
    status: numbers[0],
    names: labels
      .filter((label) => typeof label === "string")
      .join(" ")
      .toLowerCase(),
    message: typeof sentence === "string" ? sentence : (JSON.stringify(sentence) ?? ""),
    retryAfter: undefined,
  };
}

/** Seconds, as a number or until a date by the provider's own clock; `undefined` when absent or neither. */
function readRetryAfter(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const value = headers["retry-after"]?.toString().trim();
  if (value === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.parse(String(headers["date"]))) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
