/** What is known of a failure when a `ClientError` is made. */
export interface ClientErrorFacts {
  /** HTTP status; 0 when no answer arrived or the stream was lost on the way. */
  readonly status: number;
  /** The service's code, or one of the client's own: `network`, `stream_cut`, `unexpected_answer`. */
  readonly code: string;
  readonly retryable: boolean;
  /** Seconds that the service asks to wait, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Everything that goes wrong in this client, except an abort, which rejects with the signal's own reason.
 *
 * - a refusal by the service carries its status and the problem document's `code`;
 * - `network`: no answer of the service arrived, or a proxy's 502, 503 or 504 in its place; whether the service took the
 *   request is unknown;
 * - `stream_cut`: the stream ended without `done` or `error`; the reply goes on at the service, so follow it;
 * - `unexpected_answer`: something that does not speak the contract answered.
 */
export class ClientError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ClientErrorFacts) {
    super(message, facts);
    this.name = "ClientError";
    this.status = facts.status;
    this.code = facts.code;
    this.retryable = facts.retryable;
    this.retryAfter = facts.retryAfter;
  }

  /** Whether the connection failed rather than the service: trying the same again is safe and sensible. */
  get lost(): boolean {
    return this.code === "network" || this.code === "stream_cut";
  }
}

/** The connection failed rather than the service. */
export const lostConnection = (
  code: "network" | "stream_cut",
  message: string,
  cause?: unknown,
): ClientError => new ClientError(message, { status: 0, code, retryable: true, cause });
