import { ServiceError } from "@servicechat/contract";
import { after } from "../after.ts";
import { admit } from "../admission/admit.ts";
import { createConsoleHost } from "../admission/console-host.ts";
import { sendPreflight } from "../admission/cors.ts";
import type { ServerContext } from "../server-context.ts";
import { chatAsset, launcherPart, launcherScript } from "../pages/chat-assets.ts";
import { consolePage, consoleWithoutSlash } from "../pages/console-pages.ts";
import { demoPage } from "../pages/demo-page.ts";
import { demoShop } from "../pages/demo-shop.ts";
import { frameDocument } from "../pages/frame-document.ts";
import { previewPage } from "../pages/preview-page.ts";
import { healthz, readyz } from "../pages/health.ts";
import type { Method, OpenHandler, RequestContext, VisitorHandler } from "../request-context.ts";
import { eraseSession, openLink } from "../visitor-api/session.ts";
import { followStream, stopReply } from "../visitor-api/stream.ts";
import { getAgent, getConfig } from "../visitor-api/agent.ts";
import { getHistory } from "../visitor-api/history.ts";
import { getImage, postUpload } from "../visitor-api/files.ts";
import { askForPerson, backToAgent } from "../visitor-api/handoff.ts";
import { postFeedback } from "../visitor-api/feedback.ts";
import { postMessage } from "../visitor-api/messages.ts";
import type { RouteCounters } from "../telemetry/metrics.ts";
import { metricsPage } from "../telemetry/metrics-page.ts";
import { adminApiPath, enterAdminApi, writeApiHeaders } from "./enter-admin-api.ts";
import { sendJson } from "../response/send-json.ts";

type Route<Handler> = Partial<Record<Method, Handler>>;

/**
 * Every route for visitors, behind admission. With the public routes, the whole public surface is here. A path that
 * ends in `{id}` takes anything without a slash in its place.
 */
function visitorRoutes(server: ServerContext) {
  return {
    "/chat-bot/config": { GET: getConfig(server) },
    "/chat-bot/": { POST: postMessage(server) },
    "/chat-bot/history": { GET: getHistory(server) },
    "/chat-bot/agent": { GET: getAgent(server) },
    "/chat-bot/stream": { GET: followStream(server) },
    "/chat-bot/stop": { POST: stopReply(server) },
    "/chat-bot/session": { POST: openLink(server), DELETE: eraseSession(server) },
    "/chat-bot/handoff": { POST: askForPerson(server), DELETE: backToAgent(server) },
    "/chat-bot/uploads": { POST: postUpload(server) },
    "/chat-bot/feedback": { POST: postFeedback(server) },
    "/chat-bot/images/{id}": { GET: getImage(server) },
  } satisfies Record<string, Route<VisitorHandler>>;
}

/** The paths of visitors' routes: the OpenAPI document describes each. */
export type VisitorPath = keyof ReturnType<typeof visitorRoutes>;

/** Public routes: files, pages, health. A path that ends in `*` matches everything below it. */
function publicRoutes(server: ServerContext): Record<string, Route<OpenHandler>> {
  const { findOrder, moveDelivery } = demoShop(server);
  return {
    "/launcher.js": { GET: launcherScript(server) },
    "/launcher/*": { GET: launcherPart(server) },
    "/chat/": { GET: frameDocument(server) },
    "/chat/preview": { GET: previewPage(server) },
    "/chat/*": { GET: chatAsset(server) },
    "/console": { GET: consoleWithoutSlash(server) },
    "/console/": { GET: consolePage(server) },
    "/console/*": { GET: consolePage(server) },
    "/demo": { GET: demoPage(server) },
    "/demo/*": { GET: demoPage(server) },
    "/demo/shop/orders/{id}": { GET: findOrder },
    "/demo/shop/deliveries/{id}": { POST: moveDelivery },
    "/healthz": { GET: healthz(server) },
    "/readyz": { GET: readyz(server) },
    "/metrics": { GET: metricsPage(server) },
    "/openapi.json": { GET: openApiDocument(server) },
  };
}

/**
 * Leads a request to its route in the fixed order of checks: path (404), preflight, admission (401, 403, 429), method
 * (405); what the body says is the route's own matter.
 */
export function createRoutes(server: ServerContext): OpenHandler {
  const gate = {
    ...server,
    counter: server.coordination.counter,
    ownOrigin: new URL(server.options.publicUrl).origin,
  };
  const forVisitors = Object.entries<Route<VisitorHandler>>(visitorRoutes(server));
  const forAnyone = Object.entries(publicRoutes(server));

  function forVisitor(route: Route<VisitorHandler>): OpenHandler {
    const methods = `${methodsOf(route)}, OPTIONS`;
    return (context) => {
      if (context.request.method === "OPTIONS") return sendPreflight(context, methods);
      return after(admit(context, gate), (admission) =>
        handlerOf(route, context, methods)(context, admission),
      );
    };
  }
  function forAnybody(route: Route<OpenHandler>): OpenHandler {
    const methods = methodsOf(route);
    return (context) => handlerOf(route, context, methods)(context);
  }
  const entrances = new Map([
    ...forVisitors.map(([path, route]) => entrance(path, server, forVisitor(route))),
    ...forAnyone.map(([path, route]) => entrance(path, server, forAnybody(route))),
  ]);

  const findEntrance = (path: string) =>
    entrances.get(path) ?? entrances.get(withoutId(path)) ?? entrances.get(wildcardOf(path));

  const consoleHost = createConsoleHost(server);
  const adminApi = entrance(adminApiPath, server, enterAdminApi(server))[1];

  return (context) => {
    const isApi = context.path.startsWith(adminApiPath);
    if (isApi) writeApiHeaders(context);
    consoleHost.check(context);
    const found = isApi ? adminApi : findEntrance(context.path);
    if (!found) throw new ServiceError("not_found");
    context.counters = found.counters;
    context.span = server.tracing?.request(context, found.path);
    return context.span ? context.span.run(() => found.enter(context)) : found.enter(context);
  };
}

/** A path, where its requests are counted, and what happens behind it. */
interface Entrance {
  readonly path: string;
  readonly counters: RouteCounters;
  readonly enter: OpenHandler;
}

function entrance(path: string, { metrics }: ServerContext, enter: OpenHandler): readonly [string, Entrance] {
  return [path, { path, counters: metrics.route(path), enter }];
}

/** `/chat-bot/images/x` as `/chat-bot/images/{id}`. */
function withoutId(path: string): string {
  return path.endsWith("/") ? path : `${path.slice(0, path.lastIndexOf("/") + 1)}{id}`;
}

/** `/chat/assets/x.js` as `/chat/*`. */
function wildcardOf(path: string): string {
  return path.replace(/^(\/[^/]+\/).*$/, "$1*");
}

function handlerOf<Handler>(
  route: Route<Handler>,
  { request, head }: RequestContext,
  methods: string,
): Handler {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = method === "GET" || method === "POST" || method === "DELETE" ? route[method] : undefined;
  if (handler) return handler;
  head["Allow"] = methods;
  throw new ServiceError("method_not_allowed");
}

function methodsOf(route: Route<unknown>): string {
  return Object.keys(route)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}

/** GET /openapi.json — made when somebody first asks for it, since what makes it is large and seldom needed. */
function openApiDocument({ options }: ServerContext): OpenHandler {
  let document: object | undefined;
  return async (context) => {
    const { createOpenApi } = await import("./openapi.ts");
    document ??= createOpenApi(options.publicUrl);
    sendJson(context, document);
  };
}
