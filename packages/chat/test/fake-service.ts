import { createReadStream, existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  encodeEvent,
  eventId,
  frameSettingsName,
  publicKeyId,
  type FrameSettings,
  type PostedContext,
  type PostedFeedback,
  type PostedMessage,
  type StreamEvent,
} from "@servicechat/contract";
import { drawPng } from "../../../test/support/draw-png.ts";
import type { Refusal, Scene, Step } from "../gallery/scene.ts";
import { replyTo } from "./fake-answers.ts";

const dist = join(import.meta.dirname, "../dist");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
/** The frame document's policy: nothing inline, and Trusted Types enforced. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

export const keyId = "demo";
const picture = drawPng(640, 400);

async function listen(listener: RequestListener, wantedPort = 0) {
  const server = createServer(listener);
  server.listen(wantedPort, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { server, origin: `http://localhost:${port}` };
}

/** The id of a fake service's key. */
function keyIdOf(request: IncomingMessage): string {
  const asked = new URLSearchParams(request.url?.split("?")[1]).get("key");
  return publicKeyId((request.headers.authorization ?? "").replace("Bearer ", "")) ?? asked ?? keyId;
}

/** How a fake service differs. */
export interface FakeOptions {
  /** Responds with additional pages on the service's own origin; `false`: it is none of them. */
  readonly pages?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** By default a free one. */
  readonly port?: number;
}

/**
 * Starts a loopback service with scripted answers, and a page of another origin that embeds the built frame.
 *
 * @param sceneOf what the chat with that key currently shows.
 */
export async function startFakeService(
  sceneOf: (keyId: string) => Scene,
  { pages = () => false, port }: FakeOptions = {},
) {
  const asked: string[] = [];
  const posted: FakePost[] = [];
  const rated: PostedFeedback[] = [];
  const service = await listen((request, response) => {
    if (!pages(request, response))
      void answer(request, response, sceneOf(keyIdOf(request)), { asked, posted, rated });
  }, port);
  const host = await listen((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(page(service.origin, host.origin, sceneOf(keyId)));
  });
  return {
    service: service.origin,
    host: host.origin,
    /** Methods and paths, in order. */
    asked,
    /** Messages to `POST /chat-bot/`, in order. */
    posted,
    /** Ratings to `POST /chat-bot/feedback`, in order. */
    rated,
    close() {
      for (const { server } of [service, host]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** The body of a message, and the token that came with it. */
export interface FakePost {
  readonly messages: readonly PostedMessage[];
  readonly context?: PostedContext;
  readonly replaces?: string;
  readonly token: string | undefined;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scene: Scene,
  { asked, posted, rated }: { asked: string[]; posted: FakePost[]; rated: PostedFeedback[] },
) {
  response.sendDate = false; // pictures set their own time
  const path = (request.url ?? "").split("?")[0] ?? "";
  const body = Buffer.concat(await request.toArray()).toString("latin1");
  const json = (value: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

  if (path === "/chat/") return sendFrame(scene, response);
  if (path.startsWith("/chat/")) return sendFile(path.slice("/chat/".length), response);
  asked.push(`${request.method} ${path}`);
  if (scene.silent?.includes(path)) return undefined;
  if (scene.cut?.includes(path)) return request.socket.destroy();
  if (path === "/chat-bot/") await scene.holdPosts;
  if (scene.refuse?.path === path) return sendRefusal(scene.refuse, response);
  if (path === "/chat-bot/agent")
    return json({
      id: scene.agentId ?? "acme",
      name: "Acme",
      actions: scene.actions ?? [],
      starters: scene.starters,
      ...(scene.uploads && { uploads: scene.uploads }),
      ...(scene.pageContext && { pageContext: true }),
      ...(scene.handoff && { handoff: scene.handoff }),
    });
  if (path === "/chat-bot/uploads") {
    await scene.hold;
    return response
      .writeHead(201, { "content-type": "application/json", "x-session-token": "st_fake" })
      .end(JSON.stringify(uploaded(body, asked.length)));
  }
  if (path === "/chat-bot/images/img_1") {
    await scene.hold;
    return response.writeHead(200, { "content-type": "image/png" }).end(picture);
  }
  if (path === "/chat-bot/history" && request.headers["x-session-token"])
    return json({ messages: scene.history, ...(scene.events && { events: scene.events }) });
  if (path === "/chat-bot/stream" && scene.handoff) return sendHeard(scene.heard ?? [], response);
  if (path === "/chat-bot/handoff") {
    response.setHeader("x-session-token", request.headers["x-session-token"] ?? "st_fake");
    return json(scene.handoffState ?? { holder: "waiting", open: true });
  }
  if (path === "/chat-bot/" && request.method === "POST") {
    const said = JSON.parse(Buffer.from(body, "latin1").toString()) as Omit<FakePost, "token">;
    const begun = posted.filter((post) => post.token === undefined).length;
    const token = request.headers["x-session-token"]?.toString();
    posted.push({ ...said, token });
    const isText = said.messages[0]?.type === "text";
    const reply = isText ? scene.reply : (scene.replyToAnswer ?? scene.reply);
    return sendReply(
      reply ?? replyTo(textOf(said.messages)),
      response,
      token ?? (begun === 0 ? "st_fake" : `st_fake_${begun + 1}`),
    );
  }
  if (path === "/chat-bot/feedback") {
    rated.push(JSON.parse(Buffer.from(body, "latin1").toString()) as PostedFeedback);
    return response.writeHead(204).end();
  }
  if (path === "/chat-bot/session")
    return response.writeHead(204, request.method === "POST" ? { "x-session-token": "st_mailed" } : {}).end();
  return response.writeHead(path === "/chat-bot/stop" ? 204 : 404).end();
}

/** Sends events on a stream that stays open. */
function sendHeard(heard: readonly StreamEvent[], response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (event: StreamEvent) => response.write(encodeEvent(event, `evt_${crypto.randomUUID()}`));
  for (const event of heard) say(event);
  const last = heard.at(-1);
  if (last?.type !== "typing") return;
  const typing = setInterval(() => say(last), 2_000);
  response.on("close", () => clearInterval(typing));
}

/** The single file in a multipart body. */
function uploaded(body: string, number: number) {
  const name = Buffer.from(/filename="([^"]*)"/.exec(body)?.[1] ?? "", "latin1").toString();
  const mediaType = /Content-Type: ([^\r]*)/i.exec(body)?.[1] ?? "";
  return { id: `upl_${number}`, name, mediaType, size: body.length };
}

/** Sends the document of the frame, with its settings. */
function sendFrame({ notice = {}, feedback }: Scene, response: ServerResponse): void {
  const settings: FrameSettings = { ...(notice && { notice }), ...(feedback && { feedback }) };
  const content = JSON.stringify(settings).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const meta = `<meta name="${frameSettingsName}" content="${content}" /></head>`;
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
    .end(readFileSync(join(dist, "index.html"), "utf8").replace("</head>", () => meta));
}

/** Sends a file of the built application. */
export function sendFile(name: string, response: ServerResponse): void {
  const file = join(dist, name);
  const type = types[extname(file)];
  if (!type || !existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": type,
    "content-security-policy": policy,
    // As the service does: a browser that has compiled them once does not do so again.
    ...(name.startsWith("assets/") && { "cache-control": "public, max-age=31536000, immutable" }),
  });
  createReadStream(file).pipe(response);
}

function sendRefusal(
  { status, code, detail, retryable = false, retryAfter }: Refusal,
  response: ServerResponse,
) {
  if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
  response
    .writeHead(status, { "content-type": "application/problem+json" })
    .end(JSON.stringify({ code, detail, retryable }));
}

function textOf(messages: readonly PostedMessage[]): string {
  return messages.map(({ type, block }) => (type === "text" ? block.value : "")).join("");
}

async function sendReply(steps: readonly Step[], response: ServerResponse, token: string): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "x-session-token": token });
  const replyId = `rep_${crypto.randomUUID()}`;
  let seq = 1;
  response.write(encodeEvent({ type: "start", data: {} }, eventId(replyId, seq++)));
  for (const step of steps) {
    if (step === "cut") return void response.destroy();
    if (typeof step === "number") await pause(step, undefined, { ref: false });
    else if (step instanceof Promise) await step;
    else response.write(encodeEvent(step, eventId(replyId, seq++)));
  }
  response.end();
}

/** A page that does what the launcher does, and nothing more. */
function page(service: string, host: string, scene: Scene): string {
  const claims = { v: 1, k: keyId, o: host, x: 4_000_000_000 };
  const ticket = `${Buffer.from(JSON.stringify(claims)).toString("base64url")}.seal`;
  const welcome = {
    type: "servicechat:welcome",
    key: `ak_${keyId}_secret`,
    ticket,
    config: scene.config,
    theme: scene.theme,
    ...(scene.lang && { lang: scene.lang }),
    open: true,
    preview: true,
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
