import { headers } from "@servicechat/contract";
import { lostConnection, ClientError } from "./client-error.ts";
import { readObject } from "./read-body.ts";

/** Milliseconds after which a request without an answer counts as lost. */
export const usualPatience = 15_000;

/** The parts of a client that concern every request. */
export interface RequestOptions {
  /** The service's base address, without a trailing slash, such as `https://chat.example`. */
  readonly baseUrl: string;
  /** The agent key. It is sent to `baseUrl` only, and never follows a redirect. */
  readonly key: string;
  readonly fetch: typeof fetch;
  /**
   * Milliseconds after which a request without a response, or whose response stalls, counts as lost: `usualPatience` by
   * default. Sending a file may take longer.
   */
  readonly patience?: number | undefined;
  /** The embed ticket to send now; only the chat application in its frame has one. */
  readonly ticket?: () => string | undefined;
  /** The token by which the site says who the visitor is, to send with messages now; absent: it does not say. */
  readonly userToken?: () => string | undefined;
  /** Called once per request that was refused with `ticket_expired`; resolves with a fresh ticket if one can be had. */
  readonly onTicketExpired?: (() => Promise<string | undefined>) | undefined;
}

/** One request, relative to the base address. */
export interface ServiceRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request with the common headers (docs/wire.md, "Headers"). A request refused with `ticket_expired` is sent
 * again with a new ticket.
 *
 * @returns a response with a 2xx status.
 * @throws ClientError for every other response and for none; the signal's reason if it was aborted.
 */
export async function sendRequest(
  options: RequestOptions,
  request: ServiceRequest,
  ticket = options.ticket?.(),
): Promise<Response> {
  const response = await attempt(options, request, ticket);
  if (response.ok) return response;
  const error = await readProblem(response, options.patience ?? usualPatience);
  const fresh = error.code === "ticket_expired" && (await options.onTicketExpired?.());
  if (!fresh) throw error;
  return sendRequest({ ...options, onTicketExpired: undefined }, request, fresh);
}

async function attempt(
  options: RequestOptions,
  request: ServiceRequest,
  ticket: string | undefined,
): Promise<Response> {
  const sent = new Headers({ Authorization: `Bearer ${options.key}` });
  if (ticket) sent.set(headers.embedTicket, ticket);
  for (const [name, value] of Object.entries(request.headers ?? {})) if (value) sent.set(name, value);
  const { fetch, patience = usualPatience } = options;
  const { method, body, signal } = request;
  const life = new AbortController();
  const end = (): void => life.abort(signal?.reason);
  const timer = body instanceof FormData ? undefined : setTimeout(end, patience);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    return await fetch(options.baseUrl + request.path, {
      method,
      headers: sent,
      credentials: "omit",
      redirect: "error",
      signal: life.signal,
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw lostConnection("network", "The service could not be reached.", cause);
  } finally {
    clearTimeout(timer);
  }
}

/** The statuses of a proxy without a response from the service behind it, such as during a restart. */
const absences: readonly number[] = [502, 503, 504];

/**
 * Turns an error response into an error. The body is a problem document (docs/decisions.md, "Body of an error").
 * Anything else comes from a proxy: `network` if it says that the service was not there, otherwise `unexpected_answer`
 * with what follows from the status alone. So does a body that does not arrive.
 *
 * @param silence milliseconds without a byte after which the wait ends.
 */
async function readProblem(response: Response, silence: number): Promise<ClientError> {
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
