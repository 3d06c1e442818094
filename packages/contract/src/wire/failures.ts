/** What callers of the service learn about one kind of failure. */
export interface Failure {
  /** HTTP status, used while no byte of the response has been sent. */
  readonly status: number;
  /** Whether sending the same again is likely to succeed (docs/wire.md, "Errors"). */
  readonly retryable: boolean;
  /** Short name of the kind, the `title` of the problem document (RFC 9457, 3.1.4). */
  readonly title: string;
  /** A sentence that is safe to show: what is wrong and what to do. */
  readonly message: string;
}

/**
 * Every failure a caller can meet, as a status before the stream and as an `error` event inside it.
 * Codes are permanent: add new ones, never rename one.
 */
export const failures = {
  malformed_request: {
    status: 400,
    retryable: false,
    title: "Malformed request",
    message: "The request is malformed.",
  },
  key_missing: {
    status: 401,
    retryable: false,
    title: "Key missing",
    message: "Send the agent key as 'Authorization: Bearer <AGENT_KEY>'.",
  },
  key_rejected: {
    status: 401,
    retryable: false,
    title: "Key rejected",
    message: "The agent key is unknown or revoked.",
  },
  user_token_rejected: {
    status: 401,
    retryable: true,
    title: "User token rejected",
    message: "You are no longer signed in to this site. Sign in again, then retry.",
  },
  origin_not_allowed: {
    status: 403,
    retryable: false,
    title: "Origin not allowed",
    message: "This origin is not one of the key's allowed domains.",
  },
  ticket_expired: {
    status: 403,
    retryable: true,
    title: "Embed ticket expired",
    message: "The embed ticket has expired. Fetch the configuration again to get a new one.",
  },
  not_found: { status: 404, retryable: false, title: "Not found", message: "Not found." },
  session_not_found: {
    status: 404,
    retryable: false,
    title: "Session not found",
    message: "Chat session not found.",
  },
  link_rejected: {
    status: 404,
    retryable: false,
    title: "Link rejected",
    message:
      "This link has been used or has expired. Continue the chat on the device where you started it, or wait for the next email.",
  },
  reply_not_found: {
    status: 404,
    retryable: false,
    title: "Reply not found",
    message: "Reply not found in this session.",
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: "Method not allowed",
    message: "This path does not support this method.",
  },
  request_timeout: {
    status: 408,
    retryable: true,
    title: "Request timeout",
    message: "The request did not arrive in time.",
  },
  resume_unavailable: {
    status: 409,
    retryable: false,
    title: "Resume unavailable",
    message: "The stream cannot be resumed from this position. Read the history instead.",
  },
  not_replaceable: {
    status: 409,
    retryable: false,
    title: "Message not replaceable",
    message: "This message can no longer be replaced. Read the history and send the text as a new message.",
  },
  uploads_full: {
    status: 409,
    retryable: false,
    title: "Too many files",
    message: "This chat has reached its file limit. Start a new chat to send more.",
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    title: "Payload too large",
    message: "The request body is larger than 64 KB.",
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    title: "Unsupported media type",
    message: "Send the body as application/json.",
  },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    title: "Idempotency key reused",
    message: "This Idempotency-Key was already used for a different request.",
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: "Rate limit exceeded",
    message: "This key has reached its request limit for this minute.",
  },
  address_rate_limited: {
    status: 429,
    retryable: true,
    title: "Too many requests from this address",
    message: "Your network has sent too many requests. Please try again in a moment.",
  },
  session_busy: {
    status: 429,
    retryable: true,
    title: "Session busy",
    message: "This chat already has a reply in progress and three messages waiting.",
  },
  key_busy: {
    status: 429,
    retryable: true,
    title: "Key busy",
    message: "The assistant is busy. Please try again in a moment.",
  },
  budget_used_up: {
    status: 429,
    retryable: false,
    title: "Daily budget used up",
    message: "The assistant has reached its limit for today. Please come back tomorrow.",
  },
  session_messages_used_up: {
    status: 429,
    retryable: false,
    title: "Too many messages in this chat",
    message: "This chat has reached its hourly message limit. Please try again later.",
  },
  address_messages_used_up: {
    status: 429,
    retryable: false,
    title: "Too many messages from this address",
    message: "Your network has reached its hourly message limit. Please try again later.",
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    title: "Headers too large",
    message: "The request headers are larger than 16 KB.",
  },
  model_unavailable: {
    status: 503,
    retryable: true,
    title: "Model unavailable",
    message: "The assistant cannot be reached right now. Please try again.",
  },
  model_refused: {
    status: 503,
    retryable: false,
    title: "Model refused",
    message: "The assistant cannot answer at the moment.",
  },
  model_declined: {
    status: 503,
    retryable: false,
    title: "Answer declined",
    message: "The assistant declined to answer this.",
  },
  reply_cut: {
    status: 503,
    retryable: true,
    title: "Reply cut off",
    message: "The answer was cut off. Please try again.",
  },
  reply_timeout: {
    status: 503,
    retryable: true,
    title: "Reply timed out",
    message: "The answer took too long. Please try again.",
  },
  context_overflow: {
    status: 503,
    retryable: false,
    title: "Conversation too long",
    message: "This conversation is too long. Please start a new chat.",
  },
  key_revoked: {
    status: 401,
    retryable: false,
    title: "Key revoked",
    message: "This chat is no longer available here.",
  },
  session_erased: {
    status: 404,
    retryable: false,
    title: "Session erased",
    message: "This chat has been erased.",
  },
  shutting_down: {
    status: 503,
    retryable: true,
    title: "Shutting down",
    message: "The service is restarting. Please try again in a moment.",
  },
  storage_unavailable: {
    status: 503,
    retryable: true,
    title: "Storage unavailable",
    message: "The service cannot save messages right now. Please try again in a moment.",
  },
  internal: {
    status: 500,
    retryable: true,
    title: "Internal error",
    message: "Something went wrong on our side. Please try again.",
  },
} as const satisfies Record<string, Failure>;

/** The permanent name of a failure. */
export type FailureCode = keyof typeof failures;

/**
 * A failure with a name. `message` is safe to show to anyone; `cause` is for the operator's log only.
 *
 * @example
 * throw new ServiceError("malformed_request", { detail: "messages[0].block.value: must not be empty" });
 */
export class ServiceError extends Error {
  readonly code: FailureCode;
  /** Seconds to wait before trying again; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** What is wrong with a token, for those who create it; becomes `error_description` (RFC 6750, 3). */
  readonly tokenIssue: string | undefined;

  constructor(
    code: FailureCode,
    options: { detail?: string; retryAfter?: number; tokenIssue?: string; cause?: unknown } = {},
  ) {
    super(
      options.detail ?? failures[code].message,
      "cause" in options ? { cause: options.cause } : undefined,
    );
    this.name = "ServiceError";
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.tokenIssue = options.tokenIssue;
  }
}
