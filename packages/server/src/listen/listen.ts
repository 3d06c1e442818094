import { randomUUID } from "node:crypto";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { problemOf, ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { writeCorsHeaders } from "../admission/cors.ts";
import { refuseAmbiguity } from "../admission/refuse-ambiguity.ts";
import { expectReader } from "../answer/expect-reader.ts";
import { sendProblem } from "../answer/send-problem.ts";
import type { Log } from "../parts.ts";
import type { OpenHandler, Visit } from "../visit.ts";
import { countAnswer, countRefusal } from "../watch/figures.ts";
import type { Figures } from "../watch/figures.ts";
import { watchArrival } from "./watch-arrival.ts";

/** An `import` would read all that the module has, also what only loads when it is read: Node's own fetch, 13 MB. */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Time limits of a connection in milliseconds (promise 22): headers, a whole request however large, silence between
 * requests. How long a body may take is watched for each (`watch-arrival.ts`), well below what is set here.
 */
const headersMs = 10_000;
const requestMs = 600_000;
const keepAliveMs = 75_000; // above what proxies keep theirs

/**
 * While it stops, connections whose answer has ended are closed so often, in milliseconds: a proxy that keeps them would
 * send the next request here, instead of to a node that still takes it.
 */
const sweepMs = 5;

export interface FrontDoor {
  readonly port: number;
  /** Takes no new connection and lets those that are idle go. */
  stopAccepting(): void;
  /** Resolves when every connection has ended. */
  closed(): Promise<void>;
  /** Ends what is still open. */
  closeAll(): void;
}

/** The front door: sockets, time limits, one visit per request, and an answer to whatever is thrown. */
export async function listen({
  host,
  port,
  enter,
  log,
  figures,
}: {
  readonly host: string;
  readonly port: number;
  readonly enter: OpenHandler;
  readonly log: Log;
  readonly figures: Figures;
}): Promise<FrontDoor> {
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
      const visit: Visit = {
        request,
        response,
        head: {},
        requestId: randomUUID(),
        path: end < 0 ? url : url.slice(0, end),
        arrival: watchArrival(request, () => endLate(visit)),
        tally: figures.noDoor,
        span: undefined,
      };
      visit.head["X-Request-Id"] = visit.requestId;
      if (!accepting) visit.head["Connection"] = "close";
      receive(visit).catch((thrown: unknown) => {
        const code = sendProblem(visit, thrown, log);
        countRefusal(figures, visit.tally, code);
        visit.span?.fail(code);
      });
    },
  );

  /** Answers as every failure is answered, so that a page can read it. Who waits for the body hears its end, and counts it. */
  function endLate(visit: Visit): void {
    const { request, response, head } = visit;
    if (response.headersSent) return void request.socket.destroy();
    head["Connection"] = "close";
    response.once("close", () => request.destroy());
    sendProblem(visit, new ServiceError("request_timeout"), log);
  }

  async function receive(visit: Visit): Promise<void> {
    writeCorsHeaders(visit);
    try {
      refuseAmbiguity(visit.request);
    } catch (refusal) {
      // Where two readers may differ about this request, they may differ about where the next one begins.
      visit.head["Connection"] = "close";
      throw refusal;
    }
    await enter(visit);
    expectReader(visit.response);
    countAnswer(visit.tally, visit.response.statusCode);
  }

  server.on("clientError", (error, socket) => {
    const code = answerUnreadable(error, socket as Socket);
    if (code) countRefusal(figures, figures.noDoor, code);
  });
  // Who asks before sending a body hears it once the request is admitted, and not before.
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

const unreadable: Readonly<Record<string, FailureCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
};

/**
 * Answers what the parser could not read as a request, on the bare socket: there is no response object for it.
 *
 * @returns what it was answered with, when no visit will count it
 */
function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse },
): FailureCode | undefined {
  // A request of this connection is being answered: its stream must not be written into.
  const isGone = !socket.writable || error.code === "ECONNRESET";
  if (isGone || socket._httpMessage?.headersSent) {
    socket.destroy();
    return undefined;
  }
  const problem = problemOf(
    new ServiceError(unreadable[error.code ?? ""] ?? "malformed_request"),
    randomUUID(),
  );
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      "Connection: close",
      "Content-Type: application/problem+json",
      "Cache-Control: no-store",
      `X-Request-Id: ${problem.requestId}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
  return socket._httpMessage ? undefined : problem.code;
}
