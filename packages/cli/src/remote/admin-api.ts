import { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import { reasonOf } from "@servicechat/contract";
import type { z } from "zod";
import { CommandError } from "../input/command-error.ts";
import { readSteps } from "./read-steps.ts";
import type { StepListeners } from "./read-steps.ts";
import { RemoteProblem } from "./remote-problem.ts";
import type { RemoteService } from "./remote-service.ts";

/** A request to the admin API. */
interface Ask<Schema extends z.ZodType> {
  /** A list means a parameter that is repeated. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of the response; by default the response is empty. */
  readonly answer?: Schema;
  /** Listeners for the progress of long work, by the service's names for the steps. */
  readonly onStep?: StepListeners;
}

/** The admin API of a remote service. */
export interface AdminApi {
  /**
   * Sends one request.
   *
   * @param path below `/console/api/`, with its segments encoded by `segment`
   * @throws RemoteProblem if the service refuses, CommandError if it cannot be reached or its response is invalid
   */
  ask<Schema extends z.ZodType = z.ZodUndefined>(
    method: string,
    path: string,
    ask?: Ask<Schema>,
  ): Promise<z.output<Schema>>;
}

/** The API's largest page size for lists. */
const pageSize = 200;

/** A client of a service's admin API. Redirects are not followed, because the token is for that service only. */
export function createAdminApi({ origin, token }: RemoteService, send: typeof fetch): AdminApi {
  return {
    async ask(method, path, { query = {}, body, headers, answer, onStep } = {}) {
      const url = new URL(`/console/api/${path}`, origin);
      for (const [name, value] of Object.entries(query))
        for (const one of typeof value === "object" ? value : value === undefined ? [] : [value])
          url.searchParams.append(name, String(one));
      const response = await reach(() =>
        send(url, {
          method,
          redirect: "error",
          headers: {
            Authorization: `Bearer ${token}`,
            ...(method !== "GET" && { "Content-Type": "application/json" }),
            ...(onStep && { Accept: "application/json, application/x-ndjson" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const isInSteps = response.headers.get("content-type") === "application/x-ndjson";
      const text = isInSteps ? "" : await reach(() => response.text());
      if (!response.ok) throw problemIn(response, text);
      if (!answer) return undefined as z.output<NonNullable<typeof answer>>;
      const sent = isInSteps ? await reach(() => readSteps(response, onStep ?? {})) : valueOf(text);
      const read = answer.safeParse(sent);
      if (read.success) return read.data;
      throw new CommandError(`${origin} gave an answer that this version does not understand: ${path}.`);
    },
  };

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
    if (problem.success) return new RemoteProblem(problem.data);
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

/** Encodes text as one segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

/** A page of a list, as the API returns it. */
interface AnsweredPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/**
 * Reads as many items of a list as requested, page by page. An empty page is the last one, even if it names a next one.
 */
export async function readPages<Item>(
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  readPage: (page: {
    readonly limit: number;
    readonly after?: string | undefined;
  }) => Promise<AnsweredPage<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  const items: Item[] = [];
  for (let next = after; ;) {
    const page = await readPage({ limit: Math.min(limit - items.length, pageSize), after: next });
    if (page.items.length === 0) return { items, next: null };
    items.push(...page.items);
    if (page.next === null || items.length >= limit) return { items, next: page.next };
    next = page.next;
  }
}
