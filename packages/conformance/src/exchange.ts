import { request as requestPlain } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";

/** Silence after which a connection counts as broken. A healthy stream sends something every 15 seconds. */
const silenceMs = 40_000;

/** One request, sent byte for byte: nothing is added except what HTTP requires. */
export interface Ask {
  readonly method: string;
  /** The request target as written in the first line. */
  readonly target: string;
  /** In order; a name may occur twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

/** The head of a response; the body is still on its way. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection. */
  close(): void;
}

/** The header fields of a response, by case-insensitive name. */
export interface AnswerHeaders {
  /** The value, or several values joined with commas; `undefined` if there is none. */
  get(name: string): string | undefined;
  /** One entry per line of the response's head. */
  all(name: string): readonly string[];
}

/** There was no response: nothing listens there, the connection broke, or it stayed silent. */
export class NoAnswer extends Error {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super(reason, options);
    this.name = "NoAnswer";
  }
}

/**
 * Sends one request on a new connection. Uses `node:http` because `fetch` sets Origin, Host and others itself, joins
 * duplicate headers, and retries.
 *
 * @throws NoAnswer
 */
export function exchange(base: URL, ask: Ask): Promise<Answer> {
  const send = base.protocol === "https:" ? requestSecure : requestPlain;
  const body = ask.body === undefined ? undefined : Buffer.from(ask.body);
  const headers = [...ask.headers];
  if (!headers.some(([name]) => name.toLowerCase() === "host")) headers.unshift(["Host", base.host]);
  if (body || ask.method === "POST") headers.push(["Content-Length", `${body?.byteLength ?? 0}`]);

  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message || cause.name : "unknown reason";
      reject(new NoAnswer(`no answer: ${reason}`, { cause }));
    };
    let request: ClientRequest;
    try {
      request = send({
        hostname: base.hostname.replace(/^\[|\]$/g, ""),
        port: base.port,
        method: ask.method,
        path: ask.target,
        headers: headers.flat(),
        agent: false,
      });
    } catch (cause) {
      return fail(cause);
    }
    request.setTimeout(silenceMs, () => request.destroy(new Error(`silent for ${silenceMs / 1000} s`)));
    request.on("error", fail);
    request.on("response", (response) => resolve(answerOf(request, response)));
    request.end(body);
  });
}

function answerOf(request: ClientRequest, response: IncomingMessage): Answer {
  const lines: (readonly [string, string])[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    lines.push([response.rawHeaders[at]?.toLowerCase() ?? "", response.rawHeaders[at + 1] ?? ""]);
  const all = (name: string) =>
    lines.filter(([known]) => known === name.toLowerCase()).map(([, value]) => value);
  return {
    status: response.statusCode ?? 0,
    headers: { all, get: (name) => (all(name).length > 0 ? all(name).join(", ") : undefined) },
    body: response,
    close: () => request.destroy(),
  };
}
