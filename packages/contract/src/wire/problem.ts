import { failures } from "./failures.ts";
import type { Failure, FailureCode, ServiceError } from "./failures.ts";

/** The body of every error response: RFC 9457 plus three members of our own (docs/decisions.md, "Body of an error"). */
export interface Problem<Code extends string = FailureCode> {
  /** A URI reference that names the kind of problem. */
  readonly type: string;
  /** A few words, the same for every failure with this code. */
  readonly title: string;
  readonly status: number;
  /** A sentence that is safe to show to anyone. */
  readonly detail: string;
  readonly code: Code;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The same value as the `X-Request-Id` header of the response. */
  readonly requestId: string;
}

/** The problem document of a failure. */
export function problemOf(error: ServiceError, requestId: string): Problem {
  return problemFrom(failures[error.code], error, requestId);
}

/**
 * The problem document of a failure in any table. A rate limit uses the type that the RateLimit header draft registers.
 *
 * @param row the row of the failure in its table
 */
export function problemFrom<Code extends string>(
  { status, title, retryable }: Failure,
  { code, message }: { readonly code: Code; readonly message: string },
  requestId: string,
): Problem<Code> {
  return {
    type:
      code === "rate_limited" ? "https://iana.org/assignments/http-problem-types#quota-exceeded" : `#${code}`,
    title,
    status,
    detail: message,
    code,
    retryable,
    requestId,
  };
}
