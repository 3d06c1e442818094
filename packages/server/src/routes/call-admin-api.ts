import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { problemOf, ServiceError } from "@servicechat/contract";
import type { Actor, Operations, Refused } from "@servicechat/operations";
import type { AdminContext, AdminServer } from "../admin-context.ts";
import type { OnStep } from "../admin-api/progress.ts";
import { refusalOf } from "../admin-api/result-or-throw.ts";
import type { AdminMethod, AdmittedRequest } from "../admin-api/route.ts";
import { parsePosted } from "../request/parse-posted.ts";
import { heldBytes } from "../request/receive-bytes.ts";
import type { RequestContext } from "../request-context.ts";
import { AdminError } from "../response/admin-error.ts";
import { adminProblem } from "../response/send-admin-problem.ts";
import { findAdminRoutes, parseAdminQuery, revisionIn } from "./admin-api.ts";

/** A request to the admin API within the same process. */
export interface AdminCall {
  readonly method: AdminMethod;
  /** Below `/console/api/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** A JSON value. */
  readonly body?: unknown;
  /** The body of a route that takes it as it is. */
  readonly bytes?: { readonly bytes: Uint8Array; readonly type: string } | undefined;
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Receives the progress of long work, by the name of the step. */
  readonly onStep: (step: string) => OnStep;
}

/** The body of the answer, or why the request was refused. */
export type AdminCallResult =
  | { readonly body: unknown }
  | {
      readonly problem: ReturnType<typeof adminProblem> | ReturnType<typeof problemOf>;
      /** The refusal of the operation, with details that are never sent. */
      readonly refused: Refused | undefined;
    };

interface Dependencies extends Pick<AdminServer, "storage" | "nowMs"> {
  readonly operations: Operations;
  readonly publicUrl: string;
}

/**
 * The admin API for a program that has opened the database itself: the same routes as over HTTP, but without a port,
 * limits on requests, or credentials, since anyone who can open the database may do everything. Routes that send their
 * own response (streams and downloads) cannot be called.
 */
export function createAdminCaller({ storage, nowMs, operations, publicUrl }: Dependencies) {
  const admin: AdminContext = {
    operations,
    server: {
      storage,
      nowMs,
      options: { publicUrl },
      // A running service detects changes in its database.
      flushReplies: async () => undefined,
      coordination: { nodeEvents: { publish: () => undefined } },
      handoff: { returning: (_, move) => move() },
      // A running service looks every second.
      scheduler: { wake: () => undefined },
    },
    reportResidue(error) {
      throw error;
    },
    get live(): never {
      throw new ServiceError("not_found");
    },
  };

  async function bodyOf(
    { method, path, query, body, bytes, headers, onStep }: AdminCall,
    actor: Actor,
  ): Promise<unknown> {
    const { routes, params } = findAdminRoutes(path, method);
    const route = routes[method];
    if (!route) throw new ServiceError("method_not_allowed");
    if (route.access === "anyone") throw new ServiceError("not_found");
    const request: AdmittedRequest<unknown, unknown> = {
      context: contextOf({ method, path, headers }),
      admin,
      params,
      address: "",
      onStep,
      admission: { actor, by: "token", expiresAt: Infinity, confirmedUntil: Infinity, isAdmitted: true },
      query: parseAdminQuery(route, query),
      body: route.takesBytes
        ? heldBytes(bytes?.bytes ?? new Uint8Array(), bytes?.type)
        : route.body && parsePosted(route.body, body ?? {}),
      seen: revisionIn(headers["if-match"]),
    };
    const result = await route.handle(request as AdmittedRequest<never, never>);
    if (result === "sent") throw new ServiceError("not_found");
    return result.body;
  }

  return async (call: AdminCall, actor: Actor): Promise<AdminCallResult> => {
    try {
      return { body: await bodyOf(call, actor) };
    } catch (error) {
      if (error instanceof AdminError) return { problem: adminProblem(error, ""), refused: refusalOf(error) };
      if (error instanceof ServiceError) return { problem: problemOf(error, ""), refused: refusalOf(error) };
      throw error;
    }
  };
}

/** A request without a connection. */
function contextOf({
  method,
  path,
  headers,
}: Pick<AdminCall, "method" | "path" | "headers">): RequestContext {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url: `/${path}` });
  Object.assign(request.headers, headers);
  return {
    request,
    response: new ServerResponse(request),
    head: {},
    requestId: "",
    path,
    bodyTimeout: { growWithBody: () => undefined },
    counters: { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 },
    span: undefined,
  };
}
