import { ClientError } from "./client-error.ts";

/**
 * Turns an answer that is no success into an error. The body is a problem document (decisions, "Error body");
 * anything else, such as a proxy's page, becomes `unexpected_answer` with what the status alone can tell.
 */
export async function readProblem(response: Response): Promise<ClientError> {
  const { status } = response;
  const problem = await readObject(response);
  const { code, detail, retryable } = problem;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ClientError(typeof detail === "string" ? detail : `The service answered with ${status}.`, {
    status,
    code: typeof code === "string" ? code : "unexpected_answer",
    retryable: typeof retryable === "boolean" ? retryable : status >= 500 || status === 429 || status === 408,
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  });
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
