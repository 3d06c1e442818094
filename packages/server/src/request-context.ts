import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentRecord, KeyRecord } from "@servicechat/storage";
import type { BodyTimeout } from "./http/body-timeout.ts";
import type { RouteCounters } from "./telemetry/metrics.ts";
import type { RequestSpan } from "./telemetry/tracing.ts";

/** One request and the response it will get. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers of the answer, gathered on the way and written with its status. */
  readonly head: Record<string, string | number | string[]>;
  /** Also the `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** The path without the query. */
  readonly path: string;
  readonly bodyTimeout: BodyTimeout;
  /** Where the answer is counted: the route it came to, once one is found. */
  counters: RouteCounters;
  /** Where the request is traced, once it came to a route. */
  span: RequestSpan | undefined;
}

/** A key as admission knows it: its record, its agent, and its domain list made ready to ask. */
export interface BoundKey {
  readonly key: KeyRecord;
  readonly agent: AgentRecord;
  /** Checks the current domain list; anything but a serialized origin is never allowed. */
  readonly allows: (origin: string) => boolean;
}

/** The proof that a request was let in. A visitor's route cannot be reached without one. */
export interface Admission {
  readonly bound: BoundKey;
  /** The effective origin; `undefined` only for a key made for server-side use. */
  readonly origin: string | undefined;
  /** True when the `Origin` header itself carried it: a page's own request, not the frame's. */
  readonly originIsReal: boolean;
}

/** A route for visitors, behind admission. It answers, or throws a ServiceError that the route answers for it. */
export type VisitorHandler = (context: RequestContext, admission: Admission) => void | Promise<void>;
/** A route that anyone may ask: a file, a page, health. */
export type OpenHandler = (context: RequestContext) => void | Promise<void>;

/** The methods of routes. `GET` handles `HEAD`, and `OPTIONS` is handled before any route. */
export type Method = "GET" | "POST" | "DELETE";
