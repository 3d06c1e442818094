import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { buildIfStale } from "../../../scripts/build.ts";
import type { FakeAnswer, Scene } from "./scene.ts";

/** The built console with prepared responses. */
export interface FakeConsole extends Disposable {
  /** The origin under which the console gets the responses of a scene. */
  originOf(scene: string): string;
  /** The path of an empty page of the same origins. */
  readonly emptyPath: string;
  /** Sends an event to every connected console. */
  tell(event: string, data: unknown): void;
}

const emptyPath = "/empty";
const dist = join(import.meta.dirname, "../dist");
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const kept = "public, max-age=31536000, immutable";
/** As the service sends it (packages/server, console-pages.ts). */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";

/**
 * Builds the console if necessary, and serves it on loopback. Each scene has a separate host name, so that scenes share
 * no cookies, storage or connections.
 *
 * @param sceneFor the responses of a scene, by its name
 */
export async function startFakeConsole(
  sceneFor: (name: string) => Scene,
  { port = 0 }: { readonly port?: number } = {},
): Promise<FakeConsole> {
  await buildIfStale({ only: ["console"] });
  const listening = new Set<ServerResponse>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const path = url.pathname.replace(/^\/console\//, "");
    if (path === "api/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: queue\ndata: {"waiting":0,"mine":0,"addresses":0}\n\n');
      const told = sceneFor(url.hostname.split(".")[0] ?? "")["GET events"];
      if (typeof told === "object" && told.kind === "body")
        for (const [event, data] of told.body as readonly (readonly [string, unknown])[])
          response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      listening.add(response);
      response.once("close", () => listening.delete(response));
    } else if (path.startsWith("api/")) {
      const scene = sceneFor(url.hostname.split(".")[0] ?? "");
      await answerFrom(scene, `${request.method} ${path.slice(4)}`, url.searchParams, request, response);
    } else if (url.pathname === "/chat/preview") sendPreview(response);
    else if (url.pathname === emptyPath) sendEmpty(response);
    else await sendFile(path, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    originOf: (scene) => `http://${scene}.localhost:${taken}`,
    emptyPath,
    tell(event, data) {
      for (const response of listening) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerFrom(
  scene: Scene,
  asked: string,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = asked in scene ? asked : Object.keys(scene).find((name) => matches(name, asked));
  const found = route === undefined ? undefined : scene[route];
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  // What is uploaded has another type.
  const isJson = request.headers["content-type"] === "application/json";
  const body: unknown = text === "" || !isJson ? undefined : JSON.parse(text);
  const id = route === undefined ? "" : idIn(route, asked);
  send(typeof found === "function" ? found({ query, body, id }) : found, response);
}

function send(answer: FakeAnswer | undefined, response: ServerResponse): void {
  if (!answer) return problem(response, 404, "not_found", "Not found.");
  if (answer.kind === "nothing") return;
  if (answer.kind === "lines") {
    response
      .writeHead(200, { "content-type": "application/x-ndjson" })
      .end(answer.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return;
  }
  if (answer.kind === "bytes") {
    response.writeHead(200, { "content-type": answer.type }).end(answer.bytes);
    return;
  }
  if (answer.kind === "problem")
    return problem(response, answer.status, answer.code, answer.detail, answer.members);
  if (answer.status === 204) response.writeHead(204).end();
  else
    response
      .writeHead(answer.status, { "content-type": "application/json" })
      .end(JSON.stringify(answer.body));
}

function problem(
  response: ServerResponse,
  status: number,
  code: string,
  detail: string,
  members: object = {},
): void {
  response
    .writeHead(status, { "content-type": "application/problem+json" })
    .end(JSON.stringify({ code, detail, status, ...members }));
}

/** Whether a route matches a request; `{id}` matches anything without a slash. */
function matches(route: string, asked: string): boolean {
  const names = route.split("/");
  const parts = asked.split("/");
  return (
    names.length === parts.length && names.every((name, at) => name.includes("{id}") || name === parts[at])
  );
}

function idIn(route: string, asked: string): string {
  const at = route.split("/").findLastIndex((name) => name.includes("{id}"));
  return decodeURIComponent(asked.split("/")[at] ?? "");
}

/** Replaces the launcher and the chat, which have their own gallery. */
function sendPreview(response: ServerResponse): void {
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end(
      `<!doctype html><html lang="en"><title>Preview</title><main><h1>A page with the chat</h1></main></html>`,
    );
}

/**
 * With the console's opener policy, or else the browser would show the console in another process after it. It is kept:
 * the browser asks a host no more than six things at once, and a scene may leave that many open.
 */
function sendEmpty(response: ServerResponse): void {
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": kept,
      "cross-origin-opener-policy": "same-origin",
    })
    .end("<!doctype html>");
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const isFile = path.startsWith("assets/") || path === "icon.svg";
  const body = await readFile(join(dist, isFile ? path : "index.html"));
  response
    .writeHead(200, {
      "content-type": isFile ? types[extname(path)] : "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      ...(path.startsWith("assets/") && { "cache-control": kept }),
    })
    .end(body);
}
