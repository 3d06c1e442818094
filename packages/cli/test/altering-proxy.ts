import { createServer, request as forward } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/** What a misconfigured proxy does to responses. */
export type Alteration =
  | "buffer"
  | "compress"
  | "add-cors"
  | "forbid-frames"
  | "drop-headers"
  | "wrong-type"
  | "bad-gateway"
  | "other-time"
  | "drop-origin"
  | "drop-key"
  | "drop-token"
  | "hide-token"
  | "forbid-delete"
  | "forbid-parts"
  | "forbid-assets"
  | "cache";

/** Requests that it answers itself instead of forwarding. */
const forbidden: Partial<Record<Alteration, (request: IncomingMessage) => boolean>> = {
  "forbid-delete": ({ method }) => method === "DELETE",
  "forbid-parts": ({ url }) => url?.startsWith("/launcher/") ?? false,
  "forbid-assets": ({ url }) => url?.startsWith("/chat/assets/") ?? false,
};

/** Request headers that it removes. */
const dropped: Partial<Record<Alteration, string>> = {
  "drop-origin": "origin",
  "drop-key": "authorization",
  "drop-token": "x-session-token",
};

/** A proxy on loopback with one misconfiguration. */
export async function startAlteringProxy(
  target: string,
  alteration: Alteration,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  let whoAskedFirst: IncomingMessage["headers"] | undefined;
  const server = createServer((request, response) => {
    if (alteration === "bad-gateway") return void response.writeHead(502).end();
    if (forbidden[alteration]?.(request)) return void response.writeHead(403).end();
    const { method } = request;
    const headers = { ...request.headers };
    delete headers[dropped[alteration] ?? ""];
    // A cache that looks only at the URL gives everybody the first response.
    if (alteration === "cache" && request.url === "/chat-bot/config")
      Object.assign(headers, (whoAskedFirst ??= headers));
    const onward = forward(target + request.url, { method, headers }, (answer) => {
      passOn(answer, response, alteration).catch(() => response.destroy());
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  return listenOnLoopback(server);
}

async function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  alteration: Alteration,
): Promise<void> {
  const headers = altered({ ...answer.headers }, alteration);
  const status = answer.statusCode ?? 502;
  const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") ?? false;
  if (isStream && (alteration === "buffer" || alteration === "compress")) {
    const body = Buffer.concat(await answer.toArray());
    if (alteration === "buffer") return void response.writeHead(status, headers).end(body);
    return void response.writeHead(status, { ...headers, "content-encoding": "gzip" }).end(gzipSync(body));
  }
  response.writeHead(status, headers);
  answer.pipe(response);
}

function altered(headers: IncomingMessage["headers"], alteration: Alteration): IncomingMessage["headers"] {
  if (alteration === "add-cors") return { ...headers, "access-control-allow-origin": "*" };
  if (alteration === "forbid-frames") return { ...headers, "x-frame-options": "DENY" };
  if (alteration === "drop-headers") delete headers["content-security-policy"];
  if (alteration === "hide-token") delete headers["x-session-token"];
  if (alteration === "wrong-type") return { ...headers, "content-type": "text/plain" };
  // An hour and half a minute: the header has whole seconds, and the answer is late.
  if (alteration === "other-time")
    return { ...headers, date: new Date(Date.now() - 3_630_000).toUTCString() };
  return headers;
}
