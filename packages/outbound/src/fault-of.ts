import { OutboundError } from "./outbound.ts";

/** Codes of failures that only come before there is a connection. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/**
 * Anything thrown on the way to an answer, in the words of this package.
 *
 * @param hasAnswered Whether a server did answer, with a redirect: then something was sent, whatever failed after it
 */
export function faultOf(thrown: unknown, hasAnswered: boolean): OutboundError {
  if (thrown instanceof OutboundError) {
    const { fault, message, cause } = thrown;
    if (hasAnswered || fault !== "refused") return thrown;
    return new OutboundError(fault, message, { cause, nothingSent: true });
  }
  const { code = "", message = "unknown reason" } =
    thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const isLate = /TIMEOUT|ETIMEDOUT/.test(code);
  return new OutboundError(isLate ? "timeout" : "unreachable", message || code, {
    cause: thrown,
    nothingSent: !hasAnswered && unconnected.includes(code),
  });
}
