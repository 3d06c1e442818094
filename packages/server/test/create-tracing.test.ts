import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SpanStatusCode, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { RequestContext } from "../src/request-context.ts";
import { createTracing } from "../src/telemetry/create-tracing.ts";

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
});
beforeEach(() => exporter.reset());

/** A visit as far as it is traced. */
function newRequestContext(headers: Record<string, string> = {}) {
  const response = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
  const request = { method: "GET", headers } as unknown as IncomingMessage;
  const requestContext = {
    request,
    response: response as unknown as ServerResponse,
    requestId: "r1",
  } as RequestContext;
  return { requestContext, response };
}

test("a failure of the service is an error, with its code", () => {
  const { requestContext, response } = newRequestContext();
  createTracing("http://localhost:8080").request(requestContext, "/readyz").fail("storage_unavailable");
  Object.assign(response, { headersSent: true, statusCode: 503 });
  response.emit("close");

  expect(exporter.getFinishedSpans()).toMatchObject([
    {
      name: "GET /readyz",
      status: { code: SpanStatusCode.ERROR, message: "storage_unavailable" },
      attributes: {
        "error.type": "storage_unavailable",
        "http.response.status_code": 503,
        "url.scheme": "http",
        "server.port": 8080,
      },
    },
  ]);
});

test("a visitor who leaves before there is an answer makes no failure, and a span without a status", () => {
  const { requestContext, response } = newRequestContext();
  createTracing("https://chat.example").request(requestContext, "/readyz");
  response.emit("close");

  const [span] = exporter.getFinishedSpans();
  expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(span?.attributes).not.toHaveProperty("http.response.status_code");
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test.each([
  ["that is sampled", `00-${traceId}-${spanId}-01`, 1],
  ["that is not sampled", `00-${traceId}-${spanId}-00`, 0],
  ["with flags of the future", `00-${traceId}-${spanId}-ff`, 1],
  ["of a later version, with more behind it", `01-${traceId}-${spanId}-01-more`, 1],
])("a traceparent %s is linked", (_name, traceparent, traceFlags) => {
  const { requestContext, response } = newRequestContext({ traceparent, tracestate: "vendor=secret" });
  createTracing("https://chat.example").request(requestContext, "/readyz");
  response.emit("close");

  const links = exporter.getFinishedSpans()[0]?.links.map((link) => link.context);
  expect(links).toEqual([{ traceId, spanId, traceFlags, isRemote: true }]);
});

test.each([
  ["of no known version", `ff-${traceId}-${spanId}-01`],
  ["without a trace", `00-${"0".repeat(32)}-${spanId}-01`],
  ["without a span", `00-${traceId}-${"0".repeat(16)}-01`],
  ["in capitals", `00-${traceId.toUpperCase()}-${spanId}-01`],
  ["that is cut", `00-${traceId}-${spanId}`],
  ["with more in its flags", `00-${traceId}-${spanId}-011`],
  ["sent twice", `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ["of other text", "canary"],
])("a traceparent %s is not linked", (_name, traceparent) => {
  const { requestContext, response } = newRequestContext({ traceparent });
  createTracing("https://chat.example").request(requestContext, "/readyz");
  response.emit("close");

  expect(exporter.getFinishedSpans()[0]?.links).toEqual([]);
});
