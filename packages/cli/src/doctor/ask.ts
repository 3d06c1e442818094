import { request as plainRequest } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { request as tlsRequest } from "node:https";

/** An answer, and when it came. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The chunks of the body, with milliseconds from the request to each. */
  readonly pieces: readonly { readonly at: number; readonly bytes: number }[];
  /** Milliseconds from the request to the end. */
  readonly endedAt: number;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole answer; ten seconds by default. */
  readonly limitMs?: number;
}

/**
 * Asks once, on a new connection, so that the doctor sees what a new visitor sees. Redirects are not followed:
 * visitors' requests would lose their headers on the way.
 *
 * @throws if there is no complete answer in time
 */
export function ask(
  url: string,
  { method = "GET", headers = {}, body, limitMs = 10_000 }: Question = {},
): Promise<Answer> {
  const request = new URL(url).protocol === "https:" ? tlsRequest : plainRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const startedAt = performance.now();
  const asked = request(
    url,
    { method, headers, agent: false, signal: AbortSignal.timeout(limitMs) },
    (response) => {
      const pieces: { at: number; bytes: number }[] = [];
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => {
        pieces.push({ at: performance.now() - startedAt, bytes: chunk.length });
        chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          pieces,
          endedAt: performance.now() - startedAt,
        }),
      );
    },
  );
  asked.on("error", reject);
  asked.end(body);
  return promise;
}
