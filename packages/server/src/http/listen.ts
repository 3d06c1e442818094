import { randomUUID } from "node:crypto";
import type { Server, IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { headers, ServiceError, type FailureCode } from "@servicechat/contract";
import { after } from "../after.ts";
import type { AddressReader } from "../admission/visitor-address.ts";
import { writeCorsHeaders } from "../admission/cors.ts";
import { sendProblem } from "../response/send-problem.ts";
import type { Log } from "../dependencies.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { countAnswer, countRefusal, type Metrics } from "../telemetry/metrics.ts";
import { answerTunnel, answerUnreadable } from "./answer-bare-socket.ts";
import { capConnections, type ConnectionLimits } from "./cap-connections.ts";
import { startBodyTimeout, usualBodyMs } from "./body-timeout.ts";
import { watchReaders, type ReaderPace } from "./watch-readers.ts";
import { malformed } from "../request/malformed.ts";

/** An `import` would read all that the module has, also what only loads when it is read: Node's own fetch, 13 MB. */
const { createServer } = process.getBuiltinModule("node:http");

/**
 * Time limits of a connection in milliseconds (promise 22): headers, a whole request however large, silence between
 * requests. How long a body may take is watched for each (`body-timeout.ts`), well below what is set here.
 */
const headersMs = 10_000;
const requestMs = 600_000;
const keepAliveMs = 75_000; // above what proxies keep theirs

/**
 * While it stops, connections whose answer has ended are closed so often, in milliseconds: a proxy that keeps them would
 * send the next request here, instead of to a node that still takes it.
 */
const sweepMs = 5;

interface HttpListener {
  readonly port: number;
  /** Takes no new connection and lets those that are idle go. */
  stopAccepting(): void;
  /** Resolves when every connection has ended. */
  closed(): Promise<void>;
  /** Ends what is still open. */
  closeAll(): void;
  /** Disconnects readers who accept too little. */
  checkReaders(): Promise<void>;
}

/** Sockets, time limits, one context per request, and an answer to whatever is thrown. */
export async function listen({
  host,
  port,
  enter,
  isShared,
  log,
  metrics,
  addresses,
  connections,
  readerPace,
  bodyMs = usualBodyMs,
}: {
  readonly host: string;
  readonly port: number;
  readonly enter: OpenHandler;
  /** Whether pages of other origins may read the answer. */
  readonly isShared: (context: RequestContext) => boolean;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly addresses: AddressReader;
  readonly connections: ConnectionLimits;
  readonly readerPace: Partial<ReaderPace> | undefined;
  readonly bodyMs: number | undefined;
}): Promise<HttpListener> {
  let accepting = true;
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: keepAliveMs,
      requireHostHeader: false, // asked for later, where it is answered like any other fault
    },
    (request, response) => {
      const url = request.url ?? "/";
      const end = url.indexOf("?");
      const context: RequestContext = {
        request,
        response,
        head: {},
        requestId: randomUUID(),
        path: end < 0 ? url : url.slice(0, end),
        bodyTimeout: startBodyTimeout(request, bodyMs, () => endLate(context)),
        counters: metrics.noRoute,
        span: undefined,
      };
      context.head[headers.requestId] = context.requestId;
      if (!accepting) context.head["Connection"] = "close";
      try {
        const received = receive(context);
        if (received instanceof Promise) received.catch((thrown: unknown) => refuse(context, thrown));
      } catch (thrown) {
        refuse(context, thrown);
      }
    },
  );

  function refuse(context: RequestContext, thrown: unknown): void {
    const code = sendProblem(context, thrown, log);
    countRefusal(metrics, context.counters, code);
    context.span?.fail(code);
  }

  /** Responds like every failure, so that a page can read it. The reader of the body notices its end, and counts it. */
  function endLate(context: RequestContext): void {
    const { request, response, head } = context;
    if (response.headersSent) return void request.socket.destroy();
    head["Connection"] = "close";
    response.once("close", () => request.destroy());
    sendProblem(context, new ServiceError("request_timeout"), log);
  }

  /** At once where nothing has to be waited for. */
  function receive(context: RequestContext): void | Promise<void> {
    if (isShared(context)) writeCorsHeaders(context);
    try {
      refuseAmbiguity(context.request);
    } catch (refusal) {
      // Where two readers may differ about this request, they may differ about where the next one begins.
      context.head["Connection"] = "close";
      throw refusal;
    }
    const { request, response } = context;
    cap.countRequest(request, response);
    const sentBefore = readers.sentBefore(response);
    try {
      return after(enter(context), () => countAnswer(context.counters, response.statusCode));
    } finally {
      // Most small answers are with the kernel by now: there is nothing to wait for.
      if (!response.writableEnded || response.writableLength > 0) readers.watch(response, sentBefore);
    }
  }

  const readers = watchReaders(readerPace);
  const cap = capConnections(server, connections, addresses);
  const countUnreadable = (code: FailureCode | undefined) =>
    code && countRefusal(metrics, metrics.noRoute, code);
  server.on("clientError", (error, socket) => countUnreadable(answerUnreadable(error, socket as Socket)));
  // Node would hang up on who asks for a tunnel.
  server.on("connect", (_request, socket) => countUnreadable(answerTunnel(socket as Socket)));
  // A client that asks before sending a body gets the response once the request is admitted, and not before.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  // Node's own answer to `Expect` other than 100-continue is 417 without a body; the header is simply ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  await open(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stopAccepting() {
      accepting = false;
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      server.close(() => clearInterval(sweep));
      server.closeIdleConnections();
    },
    closed: () =>
      new Promise((resolve) =>
        server.listening ? server.close(() => resolve()) : whenEmpty(server, resolve),
      ),
    closeAll: () => server.closeAllConnections(),
    checkReaders: () => readers.check(),
  };
}

function open(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function whenEmpty(server: Server, resolve: () => void): void {
  server.getConnections((_error, count) => {
    if (count === 0) resolve();
    else setTimeout(() => whenEmpty(server, resolve), 20);
  });
}

const critical = new Set(["authorization", "origin", headers.sessionToken.toLowerCase(), "host"]);

/**
 * Refuses what two readers could understand differently: a critical header sent twice (node keeps the first or joins
 * them), a target in absolute form, whose host may contradict `Host`, and a body with more codings than `chunked`, which
 * say differently where it ends (RFC 9112, 6.1).
 */
function refuseAmbiguity(request: IncomingMessage): void {
  if (!request.url?.startsWith("/") && request.url !== "*") {
    throw malformed("The request target must be a path.");
  }
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    throw malformed("The request must have a Host header.");
  }
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    throw malformed("The Transfer-Encoding header must be 'chunked' or absent.");
  }
  const { rawHeaders } = request;
  // As many names as lines: none is sent twice, and none needs a look.
  if (Object.keys(request.headers).length * 2 === rawHeaders.length) return;
  let seen = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!critical.has(name)) continue;
    if (seen.includes(`${name};`)) {
      throw malformed(`The header ${rawHeaders[at]} is sent more than once.`);
    }
    seen += `${name};`;
  }
}
