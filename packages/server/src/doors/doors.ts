import { ServiceError } from "@servicechat/contract";
import { admit } from "../admission/admit.ts";
import { sendPreflight } from "../admission/cors.ts";
import type { House } from "../house.ts";
import { chatAsset, launcherPart, launcherScript } from "../pages/chat-assets.ts";
import { demoPage } from "../pages/demo-page.ts";
import { demoShop } from "../pages/demo-shop.ts";
import { frameDocument } from "../pages/frame-document.ts";
import { healthz, readyz } from "../pages/health.ts";
import type { Method, OpenHandler, Visit, VisitorHandler } from "../visit.ts";
import { eraseSession } from "../visitor/erase-session.ts";
import { followStream } from "../visitor/follow-stream.ts";
import { getAgent } from "../visitor/get-agent.ts";
import { getConfig } from "../visitor/get-config.ts";
import { getHistory } from "../visitor/get-history.ts";
import { getImage } from "../visitor/get-image.ts";
import { postFeedback } from "../visitor/post-feedback.ts";
import { postMessage } from "../visitor/post-message.ts";
import { postUpload } from "../visitor/post-upload.ts";
import { stopReply } from "../visitor/stop-reply.ts";
import type { DoorTally } from "../watch/figures.ts";
import { metricsPage } from "../watch/metrics-page.ts";
import { openApiDocument } from "./openapi-document.ts";

type Door<Handler> = Partial<Record<Method, Handler>>;

/**
 * Every door a visitor can knock on, behind admission. With the open doors, the whole public surface is here. A path that
 * ends in `{id}` takes anything without a slash in its place.
 */
function visitorDoors(house: House) {
  return {
    "/chat-bot/config": { GET: getConfig(house) },
    "/chat-bot/": { POST: postMessage(house) },
    "/chat-bot/history": { GET: getHistory(house) },
    "/chat-bot/agent": { GET: getAgent() },
    "/chat-bot/stream": { GET: followStream(house) },
    "/chat-bot/stop": { POST: stopReply(house) },
    "/chat-bot/session": { DELETE: eraseSession(house) },
    "/chat-bot/uploads": { POST: postUpload(house) },
    "/chat-bot/feedback": { POST: postFeedback(house) },
    "/chat-bot/images/{id}": { GET: getImage(house) },
  } satisfies Record<string, Door<VisitorHandler>>;
}

/** The paths of visitors' doors: the OpenAPI document describes each. */
export type VisitorPath = keyof ReturnType<typeof visitorDoors>;

/** What anyone may ask for: files, pages, health. A path that ends in `*` takes all below it. */
function openDoors(house: House): Record<string, Door<OpenHandler>> {
  const { findOrder, moveDelivery } = demoShop(house);
  return {
    "/launcher.js": { GET: launcherScript(house) },
    "/launcher/*": { GET: launcherPart(house) },
    "/chat/": { GET: frameDocument(house) },
    "/chat/*": { GET: chatAsset(house) },
    "/demo": { GET: demoPage(house) },
    "/demo/*": { GET: demoPage(house) },
    "/demo/shop/orders/{id}": { GET: findOrder },
    "/demo/shop/deliveries/{id}": { POST: moveDelivery },
    "/healthz": { GET: healthz() },
    "/readyz": { GET: readyz(house) },
    "/metrics": { GET: metricsPage(house) },
    "/openapi.json": { GET: openApiDocument(house) },
  };
}

/**
 * Leads a request to its door in the fixed order of checks: path (404), preflight, admission (401, 403, 429), method
 * (405); what the body says is the door's own matter.
 */
export function createDoors(house: House): OpenHandler {
  const gate = {
    ...house,
    counter: house.coordination.counter,
    ownOrigin: new URL(house.options.publicUrl).origin,
  };
  const forVisitors = Object.entries<Door<VisitorHandler>>(visitorDoors(house));
  const forAnyone = Object.entries(openDoors(house));

  function forVisitor(door: Door<VisitorHandler>): OpenHandler {
    const methods = `${methodsOf(door)}, OPTIONS`;
    return async (visit) => {
      if (visit.request.method === "OPTIONS") return sendPreflight(visit, methods);
      const admission = await admit(visit, gate);
      return handlerOf(door, visit, methods)(visit, admission);
    };
  }
  function forAnybody(door: Door<OpenHandler>): OpenHandler {
    const methods = methodsOf(door);
    return (visit) => handlerOf(door, visit, methods)(visit);
  }
  const entrances = new Map([
    ...forVisitors.map(([path, door]) => entrance(path, house, forVisitor(door))),
    ...forAnyone.map(([path, door]) => entrance(path, house, forAnybody(door))),
  ]);

  const findEntrance = (path: string) =>
    entrances.get(path) ?? entrances.get(withoutId(path)) ?? entrances.get(wildcardOf(path));

  return (visit) => {
    const found = findEntrance(visit.path);
    if (!found) throw new ServiceError("not_found");
    visit.tally = found.tally;
    visit.span = house.tracing?.request(visit, found.path);
    return visit.span ? visit.span.run(() => found.enter(visit)) : found.enter(visit);
  };
}

/** A path, where its requests are counted, and what happens behind it. */
interface Entrance {
  readonly path: string;
  readonly tally: DoorTally;
  readonly enter: OpenHandler;
}

function entrance(path: string, { figures }: House, enter: OpenHandler): readonly [string, Entrance] {
  return [path, { path, tally: figures.door(path), enter }];
}

/** `/chat-bot/images/x` as `/chat-bot/images/{id}`. */
function withoutId(path: string): string {
  return path.replace(/[^/]+$/, "{id}");
}

/** `/chat/assets/x.js` as `/chat/*`. */
function wildcardOf(path: string): string {
  return path.replace(/^(\/[^/]+\/).*$/, "$1*");
}

function handlerOf<Handler>(door: Door<Handler>, { request, head }: Visit, methods: string): Handler {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = method === "GET" || method === "POST" || method === "DELETE" ? door[method] : undefined;
  if (handler) return handler;
  head["Allow"] = methods;
  throw new ServiceError("method_not_allowed");
}

function methodsOf(door: Door<unknown>): string {
  return Object.keys(door)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}
