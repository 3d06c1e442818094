import { createReadStream, existsSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  encodeEvent,
  eventId,
  type ActionView,
  type HistoryMessage,
  type WidgetConfig,
} from "@servicechat/contract";
import { replyTo } from "./fake-answers.ts";

const dist = join(import.meta.dirname, "../dist");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};
/** The policy that the frame document is served with: nothing inline, and Trusted Types enforced. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

export const keyId = "demo";
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqGv4DwADBAGKUrrzPAAAAABJRU5ErkJggg==",
  "base64",
);

/** What one run of the fake service shows. */
export interface Scene {
  readonly config: WidgetConfig;
  readonly starters: readonly string[];
  readonly actions?: readonly ActionView[];
  readonly history: readonly HistoryMessage[];
  readonly theme: "light" | "dark";
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { server, origin: `http://localhost:${port}` };
}

/** Starts a loopback service with scripted answers, and a page of another origin that embeds the built frame. */
export async function startFakeService(scene: () => Scene) {
  const asked: string[] = [];
  const service = await listen((request, response) => {
    void answer(request, response, scene(), asked);
  });
  const host = await listen((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(page(service.origin, host.origin, scene()));
  });
  return {
    service: service.origin,
    host: host.origin,
    asked,
    close() {
      for (const { server } of [service, host]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, scene: Scene, asked: string[]) {
  const path = (request.url ?? "").split("?")[0] ?? "";
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const json = (value: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

  if (path.startsWith("/chat/")) return sendFile(path.slice("/chat/".length) || "index.html", response);
  asked.push(`${request.method} ${path}`);
  if (path === "/chat-bot/agent")
    return json({ id: "acme", name: "Acme", actions: scene.actions ?? [], starters: scene.starters });
  if (path === "/chat-bot/images/img_1")
    return response.writeHead(200, { "content-type": "image/png" }).end(pixel);
  if (path === "/chat-bot/history" && request.headers["x-session-token"])
    return json({ messages: scene.history });
  if (path === "/chat-bot/" && request.method === "POST") return sendReply(body, response);
  return response.writeHead(path === "/chat-bot/stop" ? 204 : 404).end();
}

function sendFile(name: string, response: ServerResponse): void {
  const file = join(dist, name);
  const type = types[extname(file)];
  if (!type || !existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": type, "content-security-policy": policy });
  createReadStream(file).pipe(response);
}

async function sendReply(body: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "x-session-token": "st_fake" });
  const text = /"value":"([^"]*)"/.exec(body)?.[1] ?? "";
  const replyId = `rep_${crypto.randomUUID()}`;
  let seq = 1;
  response.write(encodeEvent({ type: "start", data: {} }, eventId(replyId, seq++)));
  for (const step of replyTo(text)) {
    if (typeof step === "number") await pause(step, undefined, { ref: false });
    else response.write(encodeEvent(step, eventId(replyId, seq++)));
  }
  response.end();
}

/** A page that does what the launcher does, and no more. */
function page(service: string, host: string, scene: Scene): string {
  const claims = { v: 1, k: keyId, o: host, x: 4_000_000_000 };
  const ticket = `${Buffer.from(JSON.stringify(claims)).toString("base64url")}.seal`;
  const welcome = {
    type: "servicechat:welcome",
    key: `ak_${keyId}_secret`,
    ticket,
    config: scene.config,
    theme: scene.theme,
    open: true,
  };
  return `<!doctype html><title>Host</title><style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style>
<iframe id="frame" src="${service}/chat/?key=${keyId}&parent=${encodeURIComponent(host)}" allow="clipboard-write"
 sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"></iframe>
<script>
window.heard = [];
addEventListener("message", (event) => {
  if (event.data?.type !== "servicechat:hello" || event.origin !== ${JSON.stringify(service)}) return;
  const channel = new MessageChannel();
  window.port = channel.port1;
  channel.port1.onmessage = ({ data }) => window.heard.push(data);
  event.source.postMessage(${JSON.stringify(welcome).replaceAll("<", "\\u003c")}, event.origin, [channel.port2]);
});
</script>`;
}
