import type { IncomingMessage } from "node:http";

/** Time for a body to arrive, in milliseconds, from its headers on, where nothing else is settled. */
export const usualBodyMs = 15_000;
/** Bytes that allow a large body another second: it may be slow, as over a phone, but must keep arriving. */
const bytesForSecond = 65_536;

/** The time that the body of a request has left. */
export interface BodyTimeout {
  /** From now on what has come of the body brings it more time. For bodies that may be large, of those let in. */
  growWithBody(): void;
}

/** Of a request without a body: there is nothing to wait for. */
const noTimeout: BodyTimeout = { growWithBody: () => undefined };

/**
 * Node has one limit for all requests of a server; this one knows what a request is for.
 *
 * @param bodyMs its time, without what it earns
 * @param onLate called once when the body is not here in time, whether its request is answered already or not
 */
export function startBodyTimeout(request: IncomingMessage, bodyMs: number, onLate: () => void): BodyTimeout {
  const { socket, headers } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0)
    return noTimeout;
  const before = socket.bytesRead;
  let grows = false;
  let given = bodyMs;

  function check(): void {
    if (request.complete || socket.destroyed) return;
    const earned = grows ? bodyMs + ((socket.bytesRead - before) / bytesForSecond) * 1000 : bodyMs;
    if (earned <= given) return onLate();
    timer = setTimeout(check, earned - given).unref();
    given = earned;
  }

  let timer = setTimeout(check, bodyMs).unref();
  const close = () => {
    // One that was answered early is closed while its body still comes.
    if (request.complete || socket.destroyed) clearTimeout(timer);
  };
  request.on("close", close).once("end", () => {
    clearTimeout(timer);
    request.off("close", close);
  });
  return {
    growWithBody() {
      grows = true;
    },
  };
}
