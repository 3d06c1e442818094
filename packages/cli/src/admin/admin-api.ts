import { agentsListSchema, pageSizes } from "@servicechat/contract/admin-schemas";
import { z } from "zod";
import { CommandError } from "../input/command-error.ts";
import { AdminProblem, refusalBehind } from "./admin-problem.ts";
import type { StepListeners } from "./read-steps.ts";
import { sentenceOf } from "./refusals.ts";

/** Methods of the admin API. */
export type AdminMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A request to the admin API. */
interface Ask<Schema extends z.ZodType> {
  /** A list means a parameter that is repeated. */
  readonly query?: Query;
  readonly body?: object;
  /** The body of a route that takes it as it is. */
  readonly bytes?: RawBody;
  /** Their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of the response; by default the response is empty. */
  readonly answer?: Schema;
  /** Listeners for the progress of long work, by the service's names for the steps. */
  readonly onStep?: StepListeners;
}

/** A body that is no JSON. */
interface RawBody {
  readonly bytes: Uint8Array;
  /** The header `Content-Type`. */
  readonly type: string;
}

/** How many items of a list to read, and after which. */
interface ListRequest {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** A page of a list, as the API returns it. */
interface AnsweredPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The admin API: of a remote service over HTTP, or on the local database within this process. */
export interface AdminApi {
  /**
   * Sends one request.
   *
   * @param path below `/console/api/`, with its segments encoded by `segment`
   * @throws AdminProblem if the service refuses, CommandError if it cannot be reached or its response is invalid
   */
  ask<Schema extends z.ZodType = z.ZodUndefined>(
    method: AdminMethod,
    path: string,
    ask?: Ask<Schema>,
  ): Promise<z.output<Schema>>;
  /** Reads as many items of a list as requested. @throws as `ask` does */
  list<Item>(
    path: string,
    answer: z.ZodType<AnsweredPage<Item>>,
    request: ListRequest & { readonly query?: Query },
  ): Promise<AnsweredPage<Item>>;
}

/** A request, ready to be sent. */
export interface SentRequest {
  readonly method: AdminMethod;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: object | undefined;
  readonly bytes: RawBody | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly onStep: StepListeners | undefined;
}

/** Sends a request and returns the JSON value of its response. @throws AdminProblem if the request is refused */
export type Transport = (request: SentRequest) => Promise<unknown>;

/** A client of the admin API. @param name the sender of its responses, for error messages */
export function createAdminApi(name: string, send: Transport): AdminApi {
  const api: AdminApi = {
    async ask(method, path, { query = {}, body, bytes, headers = {}, answer, onStep } = {}) {
      const parameters = new URLSearchParams();
      for (const [parameter, value] of Object.entries(query))
        for (const one of typeof value === "object" ? value : value === undefined ? [] : [value])
          parameters.append(parameter, String(one));
      const request = { method, path, query: parameters, body, bytes, headers, onStep };
      const value = await send(request).catch(async (error: unknown) => {
        throw error instanceof AdminProblem ? await explain(error, { path, body }) : error;
      });
      if (!answer) return undefined as z.output<NonNullable<typeof answer>>;
      const read = answer.safeParse(value);
      if (read.success) return read.data;
      throw new CommandError(`${name} gave an answer that this version does not understand: ${path}.`);
    },
    list: (path, answer, { query, ...request }) =>
      readPages(request, (page) => api.ask("GET", path, { query: { ...page, ...query }, answer })),
  };

  async function explain(
    error: AdminProblem,
    request: { readonly path: string; readonly body: object | undefined },
  ): Promise<AdminProblem> {
    const { problem, isExplained } = error;
    if (isExplained) return error;
    const refused = await refusalBehind(problem, request, async () => {
      const { items } = await api.list("agents", agentsListSchema, { limit: Infinity });
      return items.map(({ id }) => id).toSorted();
    });
    return refused ? new AdminProblem(problem, sentenceOf(refused)) : error;
  }

  return api;
}

/** Encodes text as one segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

/**
 * Reads as many items of a list as requested, page by page. An empty page is the last one, even if it names a next one.
 */
export async function readPages<Item>(
  { limit, after }: ListRequest,
  readPage: (page: {
    readonly limit: number;
    readonly after?: string | undefined;
  }) => Promise<AnsweredPage<Item>>,
): Promise<AnsweredPage<Item>> {
  const items: Item[] = [];
  for (let next = after; ;) {
    const page = await readPage({ limit: Math.min(limit - items.length, pageSizes.max), after: next });
    if (page.items.length === 0) return { items, next: null };
    items.push(...page.items);
    if (page.next === null || items.length >= limit) return { items, next: page.next };
    next = page.next;
  }
}

/**
 * Data that the API returns as it is stored. Only a service of the same version is sure to write the shape that
 * commands expect; it is only printed, so no decision depends on it.
 */
export function asSent<Value extends object>() {
  return z.custom<Value>((value) => typeof value === "object" && value !== null);
}
