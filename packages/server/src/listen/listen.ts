import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { headers, ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { writeCorsHeaders } from "../admission/cors.ts";
import { refuseAmbiguity } from "../admission/refuse-ambiguity.ts";
import { expectReader } from "../answer/expect-reader.ts";
import { sendProblem } from "../answer/send-problem.ts";
import type { Log } from "../parts.ts";
import type { OpenHandler, Visit } from "../visit.ts";
import { countAnswer, countRefusal } from "../watch/figures.ts";
import type { Figures } from "../watch/figures.ts";
import { answerTunnel, answerUnreadable } from "./answer-bare-socket.ts";
import { watchArrival } from "./watch-arrival.ts";

/** An `import` would read all that the module has, also what only loads when it is read: Node's own fetch, 13 MB. */
const { createServer } = process.getBuiltinModule("node:http");

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

interface FrontDoor {
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
      visit.head[headers.requestId] = visit.requestId;
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

  const countUnreadable = (code: FailureCode | undefined) =>
    code && countRefusal(figures, figures.noDoor, code);
  server.on("clientError", (error, socket) => countUnreadable(answerUnreadable(error, socket as Socket)));
  // Node would hang up on who asks for a tunnel.
  server.on("connect", (_request, socket) => countUnreadable(answerTunnel(socket as Socket)));
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
