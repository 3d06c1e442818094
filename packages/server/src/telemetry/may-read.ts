import type { IncomingMessage } from "node:http";
import { bears } from "../bearer.ts";

/** Headers that a browser's page or a proxy adds to a request, and a program on this machine does not. */
const passedOn = [
  "origin",
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** The relevant part of a request; `http.IncomingMessage` fits. */
interface MetricsRequest extends Pick<IncomingMessage, "headers" | "httpVersion"> {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Whether a client may read the metrics. With a token: those who send it. Without one: programs on this machine that
 * contact the service directly. The address is the socket's; headers can only refuse, never let in: behind a reverse
 * proxy on this machine everybody's requests come from here, and so do requests of a page in a browser on it.
 */
export function mayRead({ headers, httpVersion, socket }: MetricsRequest, token?: string): boolean {
  if (token !== undefined) return bears(headers.authorization, token);
  return (
    isLoopback(socket.remoteAddress) &&
    // By default, nginx uses the old version of HTTP, with its target's name as the host.
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
