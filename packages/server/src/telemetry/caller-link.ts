import type { Link } from "@opentelemetry/api";

/** W3C Trace Context: version, trace, span, flags. Later versions may add more behind them. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/**
 * A link to the span that the caller says it is in. Not a parent: anybody may call, and a parent would decide what is
 * recorded and could add spans to traces of the operator's other programs. `tracestate` is dropped, since it can
 * contain anything.
 */
export function callerLink(header: string | string[] | undefined): Link | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(String(header ?? "")) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } };
}
