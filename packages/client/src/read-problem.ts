import { headers } from "@servicechat/contract";
import { ClientError } from "./client-error.ts";
import { readObject } from "./read-body.ts";

/** What a proxy answers when the service behind it does not, such as during a restart. */
const absences: readonly number[] = [502, 503, 504];

/**
 * Turns an answer that is no success into an error. The body is a problem document (docs/decisions.md, "Body of an
 * error"). Anything else is a proxy's: `network` when it says that the service was not there, else `unexpected_answer`
 * with what the status alone can tell. So is a body that does not come.
 *
 * @param silence Milliseconds without a byte of it after which it is not waited for.
 */
export async function readProblem(response: Response, silence: number): Promise<ClientError> {
  const { status } = response;
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true;
  const { code, detail, retryable } = (await readObject(response, silence).catch(() => undefined)) ?? {};
  if (absences.includes(status) && !(isProblem && typeof code === "string")) {
    return new ClientError("The service could not be reached.", { status, code: "network", retryable: true });
  }
  const seconds = Number(response.headers.get(headers.retryAfter) ?? Number.NaN);
  return new ClientError(typeof detail === "string" ? detail : `The service answered with ${status}.`, {
    status,
    code: typeof code === "string" ? code : "unexpected_answer",
    retryable: typeof retryable === "boolean" ? retryable : status >= 500 || status === 429 || status === 408,
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  });
}
