import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** One request as a shop's back end received it. */
interface HeardRequest {
  /** Such as `POST /orders/7/returns`. */
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Its response: JSON, sent with status 200; `undefined` means no response. */
export type Answering = (request: HeardRequest) => unknown;

/** A back end on loopback that remembers its requests. */
export async function startRecordingApi(answering: Answering = () => ({ ok: true })) {
  const heard: HeardRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body };
    heard.push(one);
    for (const { count, resolve } of waiting) if (heard.length >= count) resolve();
    const answer = answering(one);
    if (answer === undefined) return;
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }

  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    url: listening.baseUrl,
    heard,
    /** The request lines, in order. */
    lines: () => heard.map(({ line }) => line),
    /** Resolves once it has received this many requests. */
    hasHeard(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (heard.length >= count) resolve();
      return promise;
    },
  };
}
