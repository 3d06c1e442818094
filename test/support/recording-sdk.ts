import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import type { Context } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";

/** A finished span as the file contains it. */
export interface RecordedSpan extends Pick<
  ReadableSpan,
  "name" | "kind" | "attributes" | "links" | "status" | "events"
> {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
}

/**
 * Replaces `@opentelemetry/sdk-node` in a separate process: the SDK's real tracer, and all finished spans in the file
 * that SPANS_FILE names once it is shut down. Like the instrumentation of an HTTP client, it creates a span for every
 * request of undici, below the active span.
 */
export class NodeSDK {
  readonly #exporter = new InMemorySpanExporter();
  readonly #provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#exporter)] });

  start(): void {
    trace.setGlobalTracerProvider(this.#provider);
    context.setGlobalContextManager(createContextManager());
    const tracer = this.#provider.getTracer("undici");
    subscribe("undici:request:create", () => tracer.startSpan("outgoing", {}, context.active()).end());
  }

  async shutdown(): Promise<void> {
    const spans = this.#exporter.getFinishedSpans().map(recorded);
    writeFileSync(process.env["SPANS_FILE"] ?? "", JSON.stringify(spans));
    await this.#provider.shutdown();
  }
}

function createContextManager() {
  const storage = new AsyncLocalStorage<Context>();
  const manager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: <Given extends unknown[], Result>(
      active: Context,
      work: (...given: Given) => Result,
      _?: unknown,
      ...given: Given
    ) => storage.run(active, work, ...given),
    bind: <Target>(_: Context, target: Target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

function recorded(span: ReadableSpan): RecordedSpan {
  const { name, kind, attributes, links, status, events } = span;
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    parentId: span.parentSpanContext?.spanId,
    name,
    kind,
    attributes,
    links,
    status,
    events,
  };
}
