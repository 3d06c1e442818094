import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, Span, Tracer, Link } from "@opentelemetry/api";
import type { StepSpan, Trace } from "@servicechat/agent";
import { failures } from "@servicechat/contract";
import manifest from "../../package.json" with { type: "json" };
import type { RequestContext } from "../request-context.ts";
import type { Tracing } from "./tracing.ts";

/** Methods that are shown by their name; strangers can send others. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Spans go to whatever is registered with OpenTelemetry's API. */
export function createTracing(publicUrl: string): Tracing {
  const tracer = trace.getTracer("servicechat", manifest.version);
  const { protocol, hostname, port } = new URL(publicUrl);
  const everyRequest = {
    "url.scheme": protocol.slice(0, -1),
    "server.address": hostname,
    "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
  };

  return {
    request(requestContext, route) {
      const { request, requestId } = requestContext;
      const method = knownMethods.has(request.method ?? "") ? request.method : undefined;
      const link = callerLink(request.headers["traceparent"]);
      const span = tracer.startSpan(
        `${method ?? "HTTP"} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            ...everyRequest,
            "http.request.method": method ?? "_OTHER",
            "http.route": route,
            // The visitor chooses the value of a wildcard.
            ...(!route.endsWith("*") && { "url.path": route }),
            "servicechat.request.id": requestId,
          },
          ...(link && { links: [link] }),
        },
        ROOT_CONTEXT,
      );
      endWithAnswer(span, requestContext);
      const inside = trace.setSpan(ROOT_CONTEXT, span);
      return {
        ids: span.spanContext(),
        run: (work) => context.with(inside, work),
        fail(code) {
          span.setAttribute("error.type", code);
          // The visitor's mistakes are not errors of the server.
          if (failures[code].status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
        },
      };
    },

    reply({ replyId, requestId, agent: { definition } }, askedBy) {
      const { model } = definition;
      const span = tracer.startSpan(
        `invoke_agent ${definition.name}`,
        {
          kind: SpanKind.INTERNAL,
          attributes: {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.provider.name": model.provider,
            ...("name" in model && { "gen_ai.request.model": model.name }),
            "gen_ai.agent.id": definition.id,
            "gen_ai.agent.name": definition.name,
            "servicechat.request.id": requestId,
            "servicechat.reply.id": replyId,
          },
          ...(askedBy?.ids && { links: [{ context: askedBy.ids }] }),
        },
        ROOT_CONTEXT,
      );
      const inside = trace.setSpan(ROOT_CONTEXT, span);
      return {
        run: (work) => context.with(inside, work),
        trace: stepsBelow(inside, tracer),
        end({ status, failure }) {
          span.setAttribute("servicechat.reply.status", status);
          if (failure) fail(span, failure);
          span.end();
        },
      };
    },
  };
}

/** The answer of a stream ends long after its handler has. A visitor who leaves before an answer makes no failure. */
function endWithAnswer(span: Span, { response }: RequestContext): void {
  response.once("close", () => {
    if (response.headersSent) span.setAttribute("http.response.status_code", response.statusCode);
    span.end();
  });
}

function stepsBelow(parent: Context, tracer: Tracer): Trace {
  return {
    async step({ name, isRemote, attributes }, work) {
      const kind = isRemote ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const span = tracer.startSpan(name, { kind, attributes }, parent);
      try {
        return await context.with(trace.setSpan(parent, span), work, undefined, stepSpan(span));
      } finally {
        span.end();
      }
    },
  };
}

function stepSpan(span: Span): StepSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    note: (event, attributes) => void span.addEvent(event, attributes),
    fail: (errorType) => fail(span, errorType),
  };
}

function fail(span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: SpanStatusCode.ERROR, message: errorType });
}

/** W3C Trace Context: version, trace, span, flags. Later versions may add more behind them. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/**
 * A link to the span that the caller says it is in. Not a parent: anybody may call, and a parent would decide what is
 * recorded and could add spans to traces of the operator's other programs. `tracestate` is dropped, since it can
 * contain anything.
 */
function callerLink(header: string | string[] | undefined): Link | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(String(header ?? "")) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } };
}
