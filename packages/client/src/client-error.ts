/** What is known about a failure when a `ClientError` is created. */
export interface ClientErrorFacts {
  /** HTTP status; 0 if no response arrived or the stream was lost. */
  readonly status: number;
  /** The service's code, or one of the client's own: `network`, `stream_cut`, `unexpected_answer`. */
  readonly code: string;
  readonly retryable: boolean;
  /** Seconds to wait before trying again, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Everything that goes wrong in this client, except an abort, which rejects with the signal's own reason.
 *
 * - a refusal by the service carries its status and the problem document's `code`;
 * - `network`: no response from the service arrived, or a proxy's 502, 503 or 504 instead; whether the service accepted
 *   the request is unknown;
 * - `stream_cut`: the stream ended without `done` or `error`; the reply continues on the service, so follow it;
 * - `unexpected_answer`: the contract does not allow this response.
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

  /** Whether the connection failed rather than the service: repeating the request is safe and may help. */
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
