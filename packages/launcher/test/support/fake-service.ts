import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** The response to a configuration request, by agent key. */
export interface ConfigAnswer {
  readonly status?: number;
  /** Sent unchanged if it is a string. */
  readonly body?: unknown;
  /** Sent as `X-Embed-Ticket`; a function for one that changes. */
  readonly ticket?: string | (() => string);
  /** Never respond. */
  readonly silent?: boolean;
}

export interface FakeService extends AsyncDisposable {
  readonly port: number;
  /** Every request, newest last. */
  readonly requests: readonly { readonly method: string; readonly url: string; readonly cache: string }[];
  /** Sets the response for this key. */
  answer(key: string, answer: ConfigAnswer): void;
}

const built = join(import.meta.dirname, "../../dist");

/** A chat application that only performs its side of the handshake, and records messages. */
const frameScript = `
window.heard = [];
window.welcomed = [];
addEventListener("message", ({ data, ports, origin }) => {
  welcomed.push({ ...data, from: origin, ports: ports.length });
  window.port = ports[0];
  port.onmessage = (event) => heard.push(event.data);
  if (!location.hash) port.postMessage({ type: "ready" });
});
const parentOrigin = new URLSearchParams(location.search).get("parent");
parent.postMessage({ type: "servicechat:hello" }, parentOrigin);
`;

const frameDocument = `<!doctype html><html lang="en"><title>Chat</title>
<body style="margin:0;background:#eef6f5;font:16px sans-serif;height:100vh"><input aria-label="Prompt" placeholder="Chat frame">
<script src="/chat/frame.js"></script>`;

/** Serves the built launcher, configurations by key, and a frame that only listens. */
export async function startFakeService(): Promise<FakeService> {
  const answers = new Map<string, ConfigAnswer>();
  const requests: { method: string; url: string; cache: string }[] = [];

  function sendConfig(request: IncomingMessage, response: ServerResponse) {
    response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "");
    response.setHeader("Access-Control-Allow-Headers", "Authorization");
    response.setHeader("Access-Control-Expose-Headers", "X-Embed-Ticket");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const key = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const { status = 200, body = "", ticket = "", silent } = answers.get(key) ?? { status: 401 };
    if (silent) return;
    response.setHeader("Cache-Control", status === 200 ? "public, max-age=60" : "no-store");
    response.setHeader("Vary", "Authorization, Origin");
    response.setHeader("X-Embed-Ticket", typeof ticket === "string" ? ticket : ticket());
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://service");
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, cache: String(headers["cache-control"] ?? "") });
    // What a page with COEP requires of a frame and a script.
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "credentialless");
    if (pathname === "/chat-bot/config") return sendConfig(request, response);
    const files: Record<string, readonly [type: string, body: string | Buffer]> = {
      "/launcher.js": ["text/javascript", readFileSync(join(built, "launcher.js"))],
      "/deeper/launcher.js": ["text/javascript", readFileSync(join(built, "launcher.js"))],
      "/chat/": ["text/html", frameDocument],
      "/chat/frame.js": ["text/javascript", frameScript],
      "/logo.svg": [
        "image/svg+xml",
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="gold"/></svg>`,
      ],
    };
    const part = /\/(launcher\/[\w-]+\.js)$/.exec(pathname)?.[1];
    if (part) {
      const { origin = "" } = headers;
      response.setHeader("Access-Control-Allow-Origin", origin); // a module of another site needs it
      files[pathname] = ["text/javascript", readFileSync(join(built, part))];
    }
    const file = files[pathname];
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": file[0], "Cache-Control": "no-store" }).end(file[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: (key, answer) => void answers.set(key, answer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
