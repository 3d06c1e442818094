import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createOutbound } from "@servicechat/outbound";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/** A request to a back end. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A back end on loopback for tools to call, and the way there. */
export async function startBackEnd(answer: (asked: ReceivedRequest, response: ServerResponse) => void) {
  const asked: ReceivedRequest[] = [];
  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const one = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    asked.push(one);
    answer(one, response);
  }
  const server = createServer((request, response) => {
    hear(request, response).catch(() => response.destroy());
  });
  const listening = await listenOnLoopback(server);
  const outbound = openLoopback();
  return {
    url: listening.baseUrl,
    asked,
    outbound,
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await listening[Symbol.asyncDispose]();
    },
  };
}

/** Requests that may reach this machine, and nothing else that is not public. */
export function openLoopback() {
  return createOutbound({ allowedNetworks: ["127.0.0.1/32"] });
}

/** Answers with JSON. */
export function json(value: unknown, status = 200) {
  return (_: ReceivedRequest, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
}
