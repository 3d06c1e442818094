import { problemFrom } from "@servicechat/contract";
import { adminFailures } from "@servicechat/contract/admin";
import type { RequestContext } from "../request-context.ts";
import type { AdminError } from "./admin-error.ts";
import { writeProblem } from "./send-problem.ts";

/** Sends a failure of the admin API as a problem document (RFC 9457), with the members that all problems have. */
export function sendAdminProblem(context: RequestContext, error: AdminError): void {
  const problem = adminProblem(error, context.requestId);
  writeProblem(context, { problem, retryAfter: error.retryAfter });
}

/** The problem document of a failure of the admin API. */
export function adminProblem(error: AdminError, requestId: string) {
  return { ...problemFrom(adminFailures[error.code], error, requestId), ...error.members };
}
