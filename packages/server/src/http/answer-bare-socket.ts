import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { problemOf, ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { malformed } from "../request/malformed.ts";

/** As in `listen.ts`: an `import` would load Node's own fetch too. */
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** A socket with a request that has no response object. */
type BareSocket = Socket & { readonly _httpMessage?: ServerResponse };

const unreadable: Readonly<Record<string, FailureCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
};

/**
 * Answers what the parser could not read as a request.
 *
 * @returns what it was answered with, when no visit will count it
 */
export function answerUnreadable(
  { code = "" }: Error & { readonly code?: string },
  socket: BareSocket,
): FailureCode | undefined {
  if (code !== "ECONNRESET") return answer(socket, new ServiceError(unreadable[code] ?? "malformed_request"));
  socket.destroy();
  return undefined;
}

/**
 * Refuses `CONNECT`, whose target is a host and no path. From here on the socket is nobody else's: what comes on it is
 * dropped, and it is closed once the answer has left.
 *
 * @returns what it was answered with, when no visit will count it
 */
export function answerTunnel(socket: BareSocket): FailureCode | undefined {
  socket.on("error", () => undefined).once("finish", () => socket.destroy());
  socket.resume();
  return answer(socket, malformed("The request target must be a path."));
}

function answer(socket: BareSocket, failure: ServiceError): FailureCode | undefined {
  // A request of this connection is being answered: its stream must not be written into.
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return undefined;
  }
  const problem = problemOf(failure, randomUUID());
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
