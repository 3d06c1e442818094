import { problemOf, ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { StorageUnavailable } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import type { RequestContext } from "../request-context.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { writeProblem } from "./write-problem.ts";

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
