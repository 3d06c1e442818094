import { ApiProblem, readProblem } from "./api-problem.ts";

/** Values of a query; those that are undefined or empty are left out, and a list is said once per value. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** What a writing request may say besides its body. */
interface Writing {
  readonly body?: unknown;
  /** The revision that was read, for `If-Match`. */
  readonly revision?: string | undefined;
  /** Says that nothing may be there yet. */
  readonly isNew?: boolean;
  /** Stands for what is sent, so that it is done once however often it is sent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Asks the admin API with the session of this browser. */
export interface Api {
  /** @throws ApiProblem when it does not succeed */
  get<Answer>(path: string, query?: Query, signal?: AbortSignal): Promise<Answer>;
  /** @throws ApiProblem when it does not succeed */
  send<Answer = void>(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    writing?: Writing,
  ): Promise<Answer>;
  /** The address of something to download or to listen to. */
  address(path: string, query?: Query): string;
}

/**
 * Makes what asks the API.
 *
 * @param onSignedOut hears that the session has ended
 * @param confirm lets the person prove that it is them, where a change needs that; `false` when they gave up
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

/** A query as it stands in an address, with its question mark; empty for an empty one. */
export function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === "object" ? value : [value];
    for (const each of values) if (each !== undefined && each !== "") search.append(name, String(each));
  }
  return search.size > 0 ? `?${search}` : "";
}
