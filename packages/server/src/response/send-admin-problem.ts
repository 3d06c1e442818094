import { headers } from "@servicechat/contract";
import { adminFailures } from "@servicechat/contract/admin";
import type { RequestContext } from "../request-context.ts";
import type { AdminError } from "./admin-error.ts";

/** Sends a failure of the admin API as a problem document (RFC 9457), with the members that all problems have. */
export function sendAdminProblem({ response, head, requestId }: RequestContext, error: AdminError): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, title, retryable } = adminFailures[error.code];
  const problem = {
    type: `#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    retryable,
    requestId,
    ...error.members,
  };
  const body = Buffer.from(JSON.stringify(problem));
  head["Content-Type"] = "application/problem+json";
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-store";
  if (status === 401) head["WWW-Authenticate"] = "Bearer";
  if (error.retryAfter !== undefined) head[headers.retryAfter] = error.retryAfter;
  response.writeHead(status, head);
  response.end(body);
}
