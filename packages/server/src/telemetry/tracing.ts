import type { Trace } from "@servicechat/agent";
import type { FailureCode, MessageStatus } from "@servicechat/contract";
import type { AgentRecord } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Shows requests and replies as OpenTelemetry spans, by its conventions. No attribute holds what a visitor wrote or
 * sent, an answer, a key or a token.
 */
export interface Tracing {
  /**
   * Starts the span of a request that has reached a route. It ends automatically, with the response or its connection.
   */
  request(context: RequestContext, route: string): RequestSpan;
  /** Begins the span of a reply, which outlives the request that asked for it and is linked to it. */
  reply(reply: TracedReply, askedBy: RequestSpan | undefined): ReplySpan;
}

/** A request in progress, for tracing. */
export interface RequestSpan {
  /** Others, such as the instrumentation of a database, can add spans below this one for calls in there. */
  run<Result>(work: () => Result): Result;
  /** The request is answered with a failure. */
  fail(code: FailureCode): void;
  /** By which others refer to it; `undefined` where no span was made. */
  readonly ids:
    | { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
    | undefined;
}

/** The attributes of a reply from its beginning. */
interface TracedReply {
  readonly replyId: string;
  readonly requestId: string;
  readonly agent: Pick<AgentRecord, "definition">;
}

/** A reply in progress, for tracing. */
export interface ReplySpan {
  /** Calls in there appear below the span. */
  run<Result>(work: () => Result): Result;
  /** Where the agent shows what it does for this reply. */
  readonly trace: Trace;
  /** Ends the span. `failure` is `null` for a reply that is complete or was stopped. */
  end(how: { readonly status: MessageStatus; readonly failure: FailureCode | null }): void;
}

/** Where the API of OpenTelemetry, version 1, keeps what was registered with it. */
const registered = Symbol.for("opentelemetry.js.api.1");

/**
 * Tracing, if it is used: an SDK that the operator installed and registered, or the log at `debug`. Without one there
 * is nothing to load and nothing to do.
 *
 * @param publicUrl the base address that visitors see
 * @param log receives requests and replies step by step; absent: nothing does
 */
export async function openTracing(publicUrl: string, log: Log | undefined): Promise<Tracing | undefined> {
  const tracing = registered in globalThis ? await openSpans(publicUrl) : undefined;
  if (!log) return tracing;
  const { logSteps } = await import("./log-steps.ts");
  return logSteps(log, tracing);
}

async function openSpans(publicUrl: string): Promise<Tracing> {
  const { createTracing } = await import("./create-tracing.ts");
  return createTracing(publicUrl);
}
