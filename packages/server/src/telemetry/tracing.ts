import type { Trace } from "@servicechat/agent";
import type { FailureCode, MessageStatus } from "@servicechat/contract";
import type { AgentRecord } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Shows requests and replies as OpenTelemetry spans, by its conventions. No attribute holds what a visitor wrote or
 * sent, an answer, a key or a token.
 */
export interface Tracing {
  /** Begins the span of a request that has come to a route. It ends by itself, with the answer or its connection. */
  request(context: RequestContext, route: string): RequestSpan;
  /** Begins the span of a reply, which outlives the request that asked for it and is linked to it. */
  reply(reply: TracedReply, askedBy: RequestSpan | undefined): ReplySpan;
}

/** A request that is being answered, as whoever traces the service sees it. */
export interface RequestSpan {
  /** What is called in there can be shown below the span by others, such as the instrumentation of a database. */
  run<Result>(work: () => Result): Result;
  /** The request is answered with a failure. */
  fail(code: FailureCode): void;
  /** By which others refer to it; `undefined` where no span was made. */
  readonly ids:
    | { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
    | undefined;
}

/** What is shown of a reply from its beginning. */
interface TracedReply {
  readonly replyId: string;
  readonly requestId: string;
  readonly agent: Pick<AgentRecord, "definition">;
}

/** A reply that is being given, as whoever traces the service sees it. */
export interface ReplySpan {
  /** What is called in there is shown below the span. */
  run<Result>(work: () => Result): Result;
  /** Where the agent shows what it does for this reply. */
  readonly trace: Trace;
  /** Ends the span. `failure` is `null` for a reply that is complete or was stopped. */
  end(how: { readonly status: MessageStatus; readonly failure: FailureCode | null }): void;
}

/** Where the API of OpenTelemetry, version 1, keeps what was registered with it. */
const registered = Symbol.for("opentelemetry.js.api.1");

/**
 * Tracing, when somebody looks: an SDK that the operator brought, which was registered before, or the log at `debug`.
 * Without one there is nothing to load and nothing to do.
 *
 * @param publicUrl the base address that visitors see
 * @param log where requests and replies are told step by step; absent: nowhere
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
