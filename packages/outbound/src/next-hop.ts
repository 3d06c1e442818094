import { OutboundError } from "./outbound.ts";

/** One request on the way to an answer. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Headers that any server may receive. All others may contain secrets, or describe a body. */
const harmless = new Set([
  "accept",
  "accept-language",
  "if-modified-since",
  "if-none-match",
  "range",
  "user-agent",
]);

/**
 * The target of a redirect: `undefined` if the response is not one. The service's rules are kept: never from https to
 * http, only to ports 80 and 443 or the initial one, and another origin receives only harmless headers.
 *
 * @throws OutboundError `refused` when it may not be followed
 */
export function nextHop(
  { url: from, method, headers, body }: Hop,
  { status, location }: { readonly status: number; readonly location: string | undefined },
  first: URL,
): Hop | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const url = parse(location, from);
  if (from.protocol === "https:" && url.protocol === "http:") throw refused(from, "from https to http");
  if (url.port !== "" && !isPortOf(url, first)) throw refused(from, "to another port");
  // As browsers do: everything but a kept method becomes a reading.
  const reads = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  const isSameOrigin = url.origin === from.origin;
  if (!isSameOrigin && !reads && body !== undefined) throw refused(from, "with a body to another origin");
  const kept = Object.entries(headers).filter(
    ([name]) => (isSameOrigin && !(reads && name.startsWith("content-"))) || harmless.has(name),
  );
  return {
    url,
    method: reads ? "GET" : method,
    headers: Object.fromEntries(kept),
    body: reads ? undefined : body,
  };
}

/** Reads an address. @throws OutboundError `refused` unless it is http or https without a user */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutboundError("refused", "not an http or https address");
  if (url.username !== "" || url.password !== "")
    throw new OutboundError("refused", "an address with a user");
  url.hash = "";
  return url;
}

function parse(location: string, from: URL): URL {
  // A header arrives as Latin-1, while addresses are written in UTF-8.
  return parseAddress(Buffer.from(location, "latin1").toString("utf8"), from);
}

/** The operator wrote the initial port. */
function isPortOf(url: URL, first: URL): boolean {
  return ["80", "443", first.port].includes(url.port);
}

/** Without where to: that is the server's own text. */
function refused(from: URL, what: string): OutboundError {
  return new OutboundError("refused", `${from.host} redirects ${what}`);
}
