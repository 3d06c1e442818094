import { OutboundError } from "./outbound.ts";

/** Codes of failures that only come before there is a connection. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/**
 * Anything thrown on the way to an answer, in the words of this package.
 *
 * @param hasAnswered Whether a server did answer, with a redirect: then something was sent, whatever failed after it
 */
export function asOutboundError(thrown: unknown, hasAnswered: boolean): OutboundError {
  if (thrown instanceof OutboundError) {
    const { kind, message, cause } = thrown;
    if (hasAnswered || kind !== "refused") return thrown;
    return new OutboundError(kind, message, { cause, nothingSent: true });
  }
  const { code = "", message, syscall } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const isLate = /TIMEOUT|ETIMEDOUT/.test(code);
  // Of other failures, such as of a certificate, the message may be the server's own text.
  const reason =
    (syscall && message) || code || (thrown instanceof Error ? thrown.constructor.name : "unknown reason");
  return new OutboundError(isLate ? "timeout" : "unreachable", reason, {
    cause: thrown,
    nothingSent: !hasAnswered && unconnected.includes(code),
  });
}
