import { headers } from "@servicechat/contract";
import { ClientError } from "./client-error.ts";
import { readObject } from "./read-body.ts";

/** The statuses of a proxy without a response from the service behind it, such as during a restart. */
const absences: readonly number[] = [502, 503, 504];

/**
 * Turns an error response into an error. The body is a problem document (docs/decisions.md, "Body of an error").
 * Anything else comes from a proxy: `network` if it says that the service was not there, otherwise `unexpected_answer`
 * with what the status alone says. So does a body that does not arrive.
 *
 * @param silence milliseconds without a byte after which the wait ends.
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
