import { ApiProblem, readProblem } from "./api-problem.ts";

/** Parameters of a query; undefined and empty ones are left out, and a list repeats its parameter. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** What a writing request may contain besides its body. */
interface Writing {
  readonly body?: unknown;
  /** The revision that was read, for `If-Match`. */
  readonly revision?: string | undefined;
  /** Requires that nothing exists yet. */
  readonly isNew?: boolean;
  /** Identifies what is sent, so that it takes effect only once, however often it is sent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** A client of the admin API that uses this browser's session. */
export interface Api {
  /** @throws ApiProblem if it fails */
  get<Answer>(path: string, query?: Query, signal?: AbortSignal): Promise<Answer>;
  /** @throws ApiProblem if it fails */
  send<Answer = void>(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    writing?: Writing,
  ): Promise<Answer>;
  /** The URL of something to download or an event stream. */
  address(path: string, query?: Query): string;
}

/**
 * Creates a client of the API.
 *
 * @param onSignedOut called when the session has ended
 * @param confirm asks people to confirm their identity, if a change needs that; `false` if they cancelled
 */
export function createApi(base: URL, onSignedOut: () => void, confirm: () => Promise<boolean>): Api {
  const address = (path: string, query: Query = {}): string => `${new URL(path, base)}${searchOf(query)}`;

  async function ask<Answer>(url: string, request: RequestInit): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(url, { credentials: "same-origin", ...request });
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      throw new ApiProblem("network", { code: "network" });
    }
    if (!response.ok) {
      const problem = await readProblem(response);
      if (problem.code === "confirmation_needed" && (await confirm())) return ask(url, request);
      if (problem.code === "session_ended" || problem.code === "sign_in_needed") onSignedOut();
      throw problem;
    }
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  return {
    get: (path, query, signal) => ask(address(path, query), signal ? { signal } : {}),
    send: (method, path, { body, revision, isNew, idempotencyKey, signal } = {}) =>
      ask(address(path), {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(revision !== undefined && { "If-Match": `"${revision}"` }),
          ...(isNew && { "If-None-Match": "*" }),
          ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        },
        ...(signal && { signal }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    address,
  };
}

/** A query for a URL, with its question mark; empty for an empty one. */
export function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === "object" ? value : [value];
    for (const each of values) if (each !== undefined && each !== "") search.append(name, String(each));
  }
  return search.size > 0 ? `?${search}` : "";
}
