import { headers, problemOf, ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { StorageUnavailable } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import type { RequestContext } from "../request-context.ts";
import { causeOf } from "../telemetry/cause-of.ts";

/**
 * Turns anything thrown into a problem document (RFC 9457). A named failure shows its public half; an unnamed
 * error is logged with its cause and answered as `internal`.
 *
 * @returns the failure's name
 */
export function sendProblem(context: RequestContext, thrown: unknown, log: Log): FailureCode {
  const { response, head, requestId } = context;
  const error = named(thrown);
  if (error.code === "internal") log.error({ requestId, err: error.cause }, "unnamed error");
  else if (error.cause !== undefined)
    log.warn({ requestId, code: error.code, ...causeOf(error.cause) }, "a request failed");
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return error.code;
  }
  const problem = problemOf(error, requestId);
  const body = Buffer.from(JSON.stringify(problem));
  head["Content-Type"] = "application/problem+json";
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-store";
  if (problem.status === 401) head["WWW-Authenticate"] = challenge(error);
  if (error.retryAfter !== undefined) head[headers.retryAfter] = error.retryAfter;
  response.writeHead(problem.status, head);
  response.end(body);
  return error.code;
}

/** What the answer 401 must say (RFC 9110, 15.5.2), with what is wrong with a token where that is known (RFC 6750, 3). */
function challenge({ tokenFault }: ServiceError): string {
  if (tokenFault === undefined) return "Bearer";
  const description = tokenFault.replace(/["\\]/g, "'").replace(/[^ -~]/g, "?");
  return `Bearer error="invalid_token", error_description="${description}"`;
}

function named(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof StorageUnavailable) {
    return new ServiceError("storage_unavailable", { retryAfter: 5, cause: thrown });
  }
  return new ServiceError("internal", { cause: thrown });
}
