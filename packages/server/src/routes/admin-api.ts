import { createHmac, randomBytes } from "node:crypto";
import { ServiceError } from "@servicechat/contract";
import { createChangeFeed, createOperations } from "@servicechat/operations";
import { createSignIn } from "@servicechat/operations/sign-in";
import { z } from "zod";
import { createPresence } from "../admin-api/presence.ts";
import { reportProgress } from "../admin-api/progress.ts";
import type { Progress } from "../admin-api/progress.ts";
import { admitOperator, identifyOperator, isReading, refuseCrossSite } from "../admission/admit-operator.ts";
import type { OperatorGate } from "../admission/admit-operator.ts";
import { createConsoleHost } from "../admission/console-host.ts";
import { createConsoleCookie } from "../admission/console-cookie.ts";
import type { AdminContext, IdentifiedOperator } from "../admin-context.ts";
import type {
  AdminAnswer,
  AdminMethod,
  AdminRequest,
  AdminRoute,
  AdmittedRequest,
} from "../admin-api/route.ts";
import { deriveKey } from "../derive-key.ts";
import type { ConsoleDependencies } from "../dependencies.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { AdminError } from "../response/admin-error.ts";
import { parsePosted } from "../request/parse-posted.ts";
import { parseQuery } from "../request/parse-query.ts";
import { isJson, readJsonBody } from "../request/read-body.ts";
import { expectBytes } from "../request/receive-bytes.ts";
import { sendAdminProblem } from "../response/send-admin-problem.ts";
import { sendJson, sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import { adminRoutes } from "./admin-routes.ts";
import { adminApiPath } from "./enter-admin-api.ts";
import { createPathFinder } from "./find-path.ts";

/**
 * Leads a request to its route in the fixed order of checks: path (404), credentials (400, 401), fetch metadata (403),
 * method (405), role (403), rate (429), then query and body (400, 413, 415). The subject of the route (404), revisions
 * (412, 428) and states (409) follow in the operation.
 */
export function createAdminApi(server: ServerContext): OpenHandler {
  const { console: dependencies } = server;
  if (!dependencies) throw new ServiceError("not_found");
  const instanceKey = deriveKey(server.options.secret, "console-instance");
  const gate: OperatorGate = {
    ...server,
    cookie: createConsoleCookie("console", dependencies.url, instanceKey),
    deviceCookie: createConsoleCookie("device", dependencies.url, instanceKey),
    host: createConsoleHost(server),
    counter: server.coordination.counter,
  };
  const admin = createAdminContext(server, dependencies, gate);

  async function answerOf(context: RequestContext, progress: Progress): Promise<AdminAnswer | "sent"> {
    const { request, head } = context;
    const { onStep } = progress;
    const { routes, params, methods } = findAdminRoutes(
      context.path.slice(adminApiPath.length),
      methodOf(request.method),
    );
    const refuseMethod = () => {
      head["Allow"] = [...new Set(methods)].join(", ");
      return new ServiceError("method_not_allowed");
    };
    // A preflight brings no credentials, and is never answered otherwise.
    if (request.method === "OPTIONS") throw refuseMethod();
    const isOpen = Object.values(routes).every(({ access }) => access === "anyone");
    const identified = isOpen ? undefined : await identifyOperator(context, gate);
    if (!isOpen && identified?.by === "cookie") refuseCrossSite(context, gate);
    if (isOpen && !isReading(request)) refuseSignIn(context);
    const route = routes[methodOf(request.method)];
    if (!route) throw refuseMethod();
    const address = server.addressOf(request);
    if (route.access === "anyone") {
      const asked: AdminRequest<unknown, unknown> = {
        context,
        admin,
        params,
        address,
        onStep,
        ...(await readRequest(context, route, "cookie")),
      };
      return route.handle(asked as AdminRequest<never, never>);
    }
    if (!identified) throw new AdminError("sign_in_needed");
    const admission = await admitOperator(identified, route, gate);
    const isUnseen = lacksRevision(route, request.headers);
    const asked: AdmittedRequest<unknown, unknown> = {
      context,
      admin,
      params,
      address,
      onStep,
      admission,
      ...(await readRequest(context, route, identified.by)),
      seen: isUnseen ? "" : revisionIn(request.headers["if-match"]),
    };
    try {
      return await route.handle(asked as AdmittedRequest<never, never>);
    } catch (error) {
      // Whether it is there at all was to be found out first.
      if (isUnseen && error instanceof AdminError && error.code === "precondition_failed")
        throw new AdminError("precondition_required");
      throw error;
    }
  }

  /** Signing in has no cookie yet, and is refused to other sites all the same: they would choose as whom. */
  function refuseSignIn(context: RequestContext): void {
    if (
      context.request.headers.authorization !== undefined &&
      admin.live.cookie.read(context.request) !== undefined
    )
      throw new ServiceError("malformed_request", {
        detail: "Send a session cookie or an Authorization header, not both.",
      });
    refuseCrossSite(context, gate);
  }

  return async (context) => {
    const progress = reportProgress(context);
    try {
      const result = await answerOf(context, progress);
      if (result === "sent") return;
      if (progress.hasBegun()) progress.end(result.body);
      else send(context, result);
    } catch (error) {
      if (progress.hasBegun()) return progress.fail(error);
      if (!(error instanceof AdminError)) throw error;
      sendAdminProblem(context, error);
    }
  };
}

const findPaths = createPathFinder(adminRoutes);

/** The routes at a path, preferably one that has the method. @throws ServiceError `not_found` */
export function findAdminRoutes(path: string, method: AdminMethod) {
  const found = findPaths(path);
  // An item named like a fixed path, such as an agent `check`, has the methods that the fixed path lacks.
  const chosen = found.find(({ item }) => item[method]) ?? found[0];
  if (!chosen) throw new ServiceError("not_found");
  return {
    routes: chosen.item,
    params: chosen.params,
    methods: found.flatMap(({ item }) => allowed(item)),
  };
}

function createAdminContext(
  server: ServerContext,
  dependencies: ConsoleDependencies,
  gate: OperatorGate,
): AdminContext {
  const { storage, coordination, environment, nowMs, options } = server;
  const nameKey = deriveKey(options.secret, "sign-in-name");
  return {
    server,
    operations: createOperations({
      storage,
      knowledge: dependencies.knowledge,
      maxDocumentBytes: dependencies.maxDocumentBytes,
      nodeEvents: coordination.nodeEvents,
      now: nowMs,
      randomBytes,
      environment,
      mayRequest: dependencies.mayRequest,
      consoleLimits: dependencies.limits,
      allowedNetworks: dependencies.allowedNetworks,
      secrets: dependencies.secrets,
      examine: dependencies.examine,
      ...dependencies.notifications,
    }),
    reportResidue: () =>
      server.log.warn({}, "a chat was erased, but another process keeps its text in the files"),
    live: {
      server,
      console: dependencies,
      presence: createPresence(coordination.nodeEvents),
      changes: createChangeFeed({ storage, nodeEvents: coordination.nodeEvents }),
      signIn: createSignIn({
        storage,
        now: nowMs,
        randomBytes,
        hashName: (name) =>
          createHmac("sha256", nameKey).update(name.normalize("NFKC").toLowerCase()).digest("hex"),
      }),
      cookie: gate.cookie,
      deviceCookie: gate.deviceCookie,
      openApi: createOpenApiReader(dependencies.url),
      originOf: ({ request }) => gate.host.originOf(request) ?? dependencies.url,
      identify: (context) => identifyOperator(context, gate),
    },
  };
}

/** The generator of the document is large and rarely needed. */
function createOpenApiReader(url: string): AdminContext["live"]["openApi"] {
  let document: Readonly<Record<string, unknown>> | undefined;
  return async () => {
    const { createAdminOpenApi } = await import("./admin-openapi.ts");
    return (document ??= { ...createAdminOpenApi(url) });
  };
}

const noParameters = z.strictObject({});

/** The parameters of a request to a route. @throws ServiceError `malformed_request` */
export function parseAdminQuery({ query = noParameters }: AdminRoute, parameters: URLSearchParams): unknown {
  return parseQuery(query, parameters);
}

/** Reads what a request says besides who sends it. */
async function readRequest(
  context: RequestContext,
  route: AdminRoute,
  by: IdentifiedOperator["by"],
): Promise<{ readonly query: unknown; readonly body: unknown }> {
  const { request } = context;
  const url = request.url ?? "";
  const start = url.indexOf("?");
  const parameters = new URLSearchParams(start < 0 ? "" : url.slice(start));
  const body = isReading(request) ? undefined : await readBody(context, route, by);
  return { query: parseAdminQuery(route, parameters), body };
}

async function readBody(
  context: RequestContext,
  { body, mayLackBody = false, maxBodyBytes, takesBytes }: AdminRoute,
  by: IdentifiedOperator["by"],
): Promise<unknown> {
  // Which origin it comes from has been asked: a cookie's request must come from the console itself.
  if (takesBytes) return expectBytes(context);
  const { headers } = context.request;
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty && (!body || mayLackBody)) {
    // Forms of other sites cannot send this type: with a cookie it is asked for even where nothing follows.
    if (by === "cookie" && !isJson(context.request)) throw new ServiceError("unsupported_media_type");
    return body && parsePosted(body, {});
  }
  const { value } = await readJsonBody(context, maxBodyBytes);
  return body && parsePosted(body, value);
}

/** Whether a request lacks the revision that it must contain. */
function lacksRevision(
  { needsRevision }: AdminRoute,
  headers: RequestContext["request"]["headers"],
): boolean {
  if (needsRevision === undefined || headers["if-match"] !== undefined) return false;
  return needsRevision === true || headers["if-none-match"] === undefined;
}

/** The revision that `If-Match` names, without its quotes. */
export function revisionIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : header.trim().replace(/^(?:W\/)?"(.*)"$/, "$1");
}

function send(context: RequestContext, { status, body, revision, cookies }: AdminAnswer): void {
  if (cookies) context.head["Set-Cookie"] = [...cookies];
  if (revision !== undefined) context.head["ETag"] = `"${revision}"`;
  if (status === 204) sendNothing(context);
  else sendJson(context, body, status);
}

function methodOf(method: string | undefined): AdminMethod {
  return (method === "HEAD" ? "GET" : method) as AdminMethod;
}

function allowed(routes: Partial<Record<AdminMethod, AdminRoute>>): readonly string[] {
  return Object.keys(routes).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
