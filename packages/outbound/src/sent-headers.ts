import type { IncomingHttpHeaders } from "node:http";

/** Headers that belong to the connection, not to the caller. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers as they are sent: names in lower case, without those that belong to the connection. */
export function requestHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => !ofConnection.has(name)));
}

/** Response headers as they are passed on. Cookies are not kept. */
export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === "set-cookie" ? [] : [[name, [value].flat().join(", ")]],
    ),
  );
}
