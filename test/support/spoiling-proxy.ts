import { createServer, request as forward } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** A request on its way to the service. Changes here are what the service gets. */
export interface PassingRequest {
  method: string;
  path: string;
  /** By name in lower case; a header that was sent twice has both values. */
  readonly headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A response on its way back. */
export interface PassingAnswer {
  status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  /** Changes each piece of the body; an event comes in one piece. */
  text?: (piece: string) => string;
  /** Holds the body back until it is complete. */
  hold?: boolean;
}

/** How a proxy spoils requests and responses. */
export interface Spoil {
  readonly request?: (request: PassingRequest) => void;
  /** `sent` is the request as the client sent it. */
  readonly answer?: (answer: PassingAnswer, sent: PassingRequest) => void;
}

/**
 * A proxy in front of a service on loopback, which spoils what it is told to and forwards everything else unchanged.
 */
export async function startSpoilingProxy(
  port: number,
  spoil: Spoil = {},
): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const server = createServer({ maxHeaderSize: 200_000, requireHostHeader: false }, (request, response) => {
    pass(request, response).catch(() => response.destroy());
  });

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // Latin-1 preserves every byte, whether it is text or not.
    const body = Buffer.concat(await incoming.toArray()).toString("latin1");
    const sent = read(incoming, body);
    const changed = read(incoming, body);
    spoil.request?.(changed);
    if (changed.body !== body) changed.headers["content-length"] = `${changed.body.length}`;
    const request = forward({ port, host: "127.0.0.1", agent: false, setHost: false, ...changed });
    request.on("error", () => response.destroy());
    response.on("close", () => request.destroy());
    request.on("response", (passing) => void answer(passing, response, sent).catch(() => response.destroy()));
    request.end(Buffer.from(changed.body, "latin1"));
  }

  async function answer(passing: IncomingMessage, response: ServerResponse, sent: PassingRequest) {
    const head: PassingAnswer = { status: passing.statusCode ?? 0, headers: { ...passing.headers } };
    spoil.answer?.(head, sent);
    delete head.headers["connection"];
    if (head.text) delete head.headers["content-length"];
    const { text = (piece: string) => piece } = head;
    const given = Object.entries(head.headers).filter(([, value]) => value !== undefined);
    response.writeHead(head.status, Object.fromEntries(given) as Record<string, string>);
    if (!head.hold) response.flushHeaders();
    const held: Buffer[] = [];
    for await (const chunk of passing as AsyncIterable<Buffer>) {
      if (head.hold) held.push(chunk);
      else response.write(text(chunk.toString()));
    }
    response.end(head.hold ? text(Buffer.concat(held).toString()) : undefined);
  }

  return listenOnLoopback(server);
}

function read({ method = "GET", url = "/", headersDistinct }: IncomingMessage, body: string): PassingRequest {
  const headers: PassingRequest["headers"] = {};
  for (const [name, values = []] of Object.entries(headersDistinct))
    headers[name] = values.length > 1 ? values : values[0];
  delete headers["connection"];
  return { method, path: url, headers, body };
}
