import { problemOf, ServiceError, headers } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { StorageUnavailable } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import type { RequestContext } from "../request-context.ts";
import { causeOf } from "../telemetry/cause-of.ts";

/**
 * Turns anything thrown into a problem document (RFC 9457). A named failure shows its public half; an unnamed
 * error is logged with its cause and answered as `internal`.
 *
 * @returns the failure's name
 */
export function sendProblem(context: RequestContext, thrown: unknown, log: Log): FailureCode {
  const { requestId } = context;
  const error = named(thrown);
  if (error.code === "internal") log.error({ requestId, err: error.cause }, "unnamed error");
  else if (error.cause !== undefined)
    log.warn({ requestId, code: error.code, ...causeOf(error.cause) }, "a request failed");
  const problem = problemOf(error, requestId);
  writeProblem(context, { problem, retryAfter: error.retryAfter, challenge: challenge(error) });
  return error.code;
}

/**
 * The challenge that a 401 must contain (RFC 9110, 15.5.2), with what is wrong with a token if that is known (RFC 6750,
 * 3).
 */
function challenge({ tokenIssue }: ServiceError): string {
  if (tokenIssue === undefined) return "Bearer";
  const description = tokenIssue.replace(/["\\]/g, "'").replace(/[^ -~]/g, "?");
  return `Bearer error="invalid_token", error_description="${description}"`;
}

function named(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof StorageUnavailable) {
    return new ServiceError("storage_unavailable", { retryAfter: 5, cause: thrown });
  }
  return new ServiceError("internal", { cause: thrown });
}

/** A problem document (RFC 9457), with what its answer's head says beside it. */
interface Written {
  readonly problem: { readonly status: number };
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** The challenge of a 401 (RFC 9110, 15.5.2). */
  readonly challenge?: string;
}

/** Answers with a problem document. Where an answer has begun already, its connection is cut instead. */
export function writeProblem(
  { response, head }: RequestContext,
  { problem, retryAfter, challenge = "Bearer" }: Written,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = Buffer.from(JSON.stringify(problem));
  head["Content-Type"] = "application/problem+json";
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-store";
  if (problem.status === 401) head["WWW-Authenticate"] = challenge;
  if (retryAfter !== undefined) head[headers.retryAfter] = retryAfter;
  response.writeHead(problem.status, head);
  response.end(body);
}
