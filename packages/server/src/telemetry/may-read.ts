import type { IncomingMessage } from "node:http";
import { bears } from "../bearer.ts";

/** What a browser's page or a proxy adds to a request, and a program on this machine does not. */
const passedOn = [
  "origin",
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** What is looked at of a request; `http.IncomingMessage` fits. */
interface Asked extends Pick<IncomingMessage, "headers" | "httpVersion"> {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Whether the metrics may be shown to whoever asks. With a token: to whoever sends it. Without one: to programs on this
 * machine that ask the service itself. The address is the socket's; headers can only refuse, never let in: behind a
 * reverse proxy on this machine everybody's requests come from here, and so does what a page in a browser on it asks.
 */
export function mayRead({ headers, httpVersion, socket }: Asked, token?: string): boolean {
  if (token !== undefined) return bears(headers.authorization, token);
  return (
    isLoopback(socket.remoteAddress) &&
    // nginx asks in the old version of HTTP, and with its target's name as the host, unless it is told otherwise.
    httpVersion !== "1.0" &&
    namesLoopback(headers.host) &&
    passedOn.every((name) => headers[name] === undefined) &&
    // A person who types the address into a browser may look; no page may have it fetched.
    (headers["sec-fetch-site"] ?? "none") === "none"
  );
}

function isLoopback(address: string | undefined): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address ?? "");
}

/** Any other name was made to point here, by a proxy or by somebody who lures browsers. */
function namesLoopback(host: string | undefined): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host ?? "");
}
