import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";

/** A request to a server. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The name in the TLS greeting. */
  readonly serverName?: string | false | null;
}

export interface Target extends AsyncDisposable {
  readonly port: number;
  readonly asked: readonly ReceivedRequest[];
}

type Answer = (asked: ReceivedRequest, response: ServerResponse) => void;

/** A server on an address of this machine that remembers what it was asked. */
export async function startTarget(
  answer: Answer,
  {
    address = "127.0.0.2",
    port = 0,
    tls,
  }: {
    readonly address?: string;
    readonly port?: number;
    readonly tls?: { readonly key: string; readonly cert: string };
  } = {},
): Promise<Target> {
  const asked: ReceivedRequest[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method = "", url: path = "", headers } = request;
    const one: ReceivedRequest = {
      method,
      path,
      headers,
      body,
      ...(tls && { serverName: (request.socket as TLSSocket).servername }),
    };
    asked.push(one);
    answer(one, response);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.listen(port, address);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
