import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentRecord, KeyRecord } from "@servicechat/storage";
import type { Arrival } from "./listen/watch-arrival.ts";
import type { DoorTally } from "./watch/figures.ts";
import type { RequestSpan } from "./watch/tracing.ts";

/** One request and its answer to be. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers of the answer, gathered on the way and written with its status. */
  readonly head: Record<string, string | number>;
  /** Also the `X-Request-Id` of the answer. */
  readonly requestId: string;
  /** The path without the query. */
  readonly path: string;
  readonly arrival: Arrival;
  /** Where the answer is counted: the door it came to, once one is found. */
  tally: DoorTally;
  /** Where the request is traced, once it came to a door. */
  span: RequestSpan | undefined;
}

/** A key as admission knows it: its record, its agent, and its domain list made ready to ask. */
export interface BoundKey {
  readonly key: KeyRecord;
  readonly agent: AgentRecord;
  /** Asks the live domain list; an origin that is no serialized origin is never allowed. */
  readonly allows: (origin: string) => boolean;
}

/** The proof that a request was let in. A visitor's door cannot be reached without one. */
export interface Admission {
  readonly bound: BoundKey;
  /** The effective origin; `undefined` only for a key made for server-side use. */
  readonly origin: string | undefined;
  /** True when the `Origin` header itself carried it: a page's own request, not the frame's. */
  readonly originIsReal: boolean;
}

/** A door of visitors, behind admission. It answers, or throws a ServiceError that the door answers for it. */
export type VisitorHandler = (visit: Visit, admission: Admission) => void | Promise<void>;
/** A door that anyone may open: a file, a page, health. */
export type OpenHandler = (visit: Visit) => void | Promise<void>;

/** What doors hear. `HEAD` is answered by `GET`, and `OPTIONS` before any door. */
export type Method = "GET" | "POST" | "DELETE";
