import {
  createServer as createPlainServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type { Certificate } from "./self-signed-certificate.ts";

/** A site of the tests: one page for every path, or a handler. */
export type Site = string | RequestListener;

/** What is behind a front. */
export interface Hosts {
  /** Host names of services, each with its plain HTTP port on loopback. */
  readonly services: Readonly<Record<string, number>>;
  readonly sites: Readonly<Record<string, Site>>;
}

export interface TlsFront extends AsyncDisposable {
  readonly port: number;
  /** Serves other hosts from now on. */
  readonly standFor: (hosts: Hosts) => void;
  /** Cuts every open connection; new ones are accepted. */
  readonly cut: () => void;
}

/** The first byte of a TLS connection. */
const tlsHandshake = 0x16;

/**
 * An HTTPS server on loopback for many hosts: it forwards to a service, streaming both ways, or responds as a site. An
 * unknown host gets 421. Its port also supports plain HTTP, for pages at `http:` addresses, and is a proxy to these
 * hosts, for browsers whose name resolution cannot be configured.
 */
export async function startTlsFront(certificate: Certificate, hosts: Hosts): Promise<TlsFront> {
  let { services, sites } = hosts;
  const answer: RequestListener = (request, response) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const port = services[host];
    const site = sites[host];
    if (port !== undefined) passOn(request, response, port);
    else if (typeof site === "function") site(request, response);
    else if (site === undefined || request.url === "/favicon.ico") {
      response.writeHead(site === undefined ? 421 : 204).end();
    } else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(site);
  };
  const tls = createTlsServer({ key: certificate.key, cert: certificate.cert }, answer);
  const plain = createPlainServer(answer);
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === tlsHandshake ? tls : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  };
  plain.on("connect", ({ url = "" }: IncomingMessage, socket: Socket) => {
    const host = url.replace(/:\d+$/, "");
    if (!(host in services) && !(host in sites)) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    serve(socket);
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    cut,
    standFor: (others) => ({ services, sites } = others),
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** Forwards a request to a plain HTTP port on loopback, streaming both ways. */
export function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, rawHeaders } = request;
  const onward = forward({ host: "127.0.0.1", port, method, path: url, headers: rawHeaders }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    response.flushHeaders();
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
