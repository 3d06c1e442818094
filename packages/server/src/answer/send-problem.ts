import { problemOf, ServiceError } from "@servicechat/contract";
import { StorageUnavailable } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import type { Visit } from "../visit.ts";

/**
 * Turns anything thrown into a problem document (RFC 9457). A named failure shows its public half; an unnamed
 * error is logged with its cause and answered as `internal`.
 */
export function sendProblem(visit: Visit, thrown: unknown, log: Log): void {
  const { response, requestId } = visit;
  const error = named(thrown);
  if (error.code === "internal") log.error({ requestId, err: error.cause }, "unnamed error");
  else if (error.cause !== undefined) log.warn({ requestId, code: error.code, err: error.cause }, error.code);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = problemOf(error, requestId);
  const body = Buffer.from(JSON.stringify(problem));
  response.setHeader("Content-Type", "application/problem+json");
  response.setHeader("Content-Length", body.byteLength);
  response.setHeader("Cache-Control", "no-store");
  if (problem.status === 401) response.setHeader("WWW-Authenticate", "Bearer");
  if (error.retryAfter !== undefined) response.setHeader("Retry-After", error.retryAfter);
  response.writeHead(problem.status);
  response.end(body);
}

function named(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof StorageUnavailable) {
    return new ServiceError("storage_unavailable", { retryAfter: 5, cause: thrown.cause });
  }
  return new ServiceError("internal", { cause: thrown });
}
