import { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";
import { createAdminApi } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { AdminProblem } from "./admin-problem.ts";
import { readSteps } from "./read-steps.ts";
import type { RemoteService } from "./remote-service.ts";

/** The admin API of a remote service. Redirects are not followed, because the token is for that service only. */
export function createRemoteApi({ origin, token }: RemoteService, send: typeof fetch): AdminApi {
  return createAdminApi(origin, async ({ method, path, query, body, bytes, headers, onStep }) => {
    const url = new URL(`/console/api/${path}`, origin);
    url.search = query.toString();
    const response = await reach(() =>
      send(url, {
        method,
        redirect: "error",
        headers: {
          Authorization: `Bearer ${token}`,
          ...(method !== "GET" && { "Content-Type": bytes?.type ?? "application/json" }),
          ...(onStep && { Accept: "application/json, application/x-ndjson" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(bytes && { body: new Uint8Array(bytes.bytes) }),
      }),
    );
    const isInSteps = response.headers.get("content-type") === "application/x-ndjson";
    const text = isInSteps ? "" : await reach(() => response.text());
    if (!response.ok) throw problemIn(response, text);
    return isInSteps ? reach(() => readSteps(response, onStep ?? {})) : valueOf(text);
  });

  async function reach<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CommandError) throw error;
      if (isTimeout(error)) throw new CommandError(late(), { cause: error });
      throw new CommandError(`${origin} cannot be reached: ${causeOf(error)}.`, { cause: error });
    }
  }

  function late(status = ""): string {
    return `${origin} did not answer in time${status}. The work may be continuing there: check before you repeat it.`;
  }

  function problemIn(response: Response, text: string): Error {
    const problem = adminProblemSchema.loose().safeParse(valueOf(text));
    if (problem.success) {
      const seconds = Number(response.headers.get("retry-after") ?? NaN);
      return new AdminProblem(problem.data, undefined, Number.isFinite(seconds) ? seconds : undefined);
    }
    // Not the service's own response, but that of a proxy that waited for it.
    if ([502, 503, 504].includes(response.status)) return new CommandError(late(` (${response.status})`));
    return new CommandError(
      `${origin} answers ${response.status} and has no admin API. --url must be the console's address.`,
    );
  }
}

/** Whether the request was sent and `fetch` gave up waiting for the response. */
function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT";
}

/** `fetch` only says that it failed; the reason is in the cause. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
