import { headers } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";

const exposed = [
  headers.sessionToken,
  headers.embedTicket,
  headers.retryAfter,
  headers.rateLimit,
  headers.rateLimitPolicy,
  headers.idempotencyReplayed,
  headers.requestId,
].join(", ");

/** The headers of this API. */
const allowedHeaders = [
  "Authorization",
  "Content-Type",
  "Accept",
  headers.sessionToken,
  headers.embedTicket,
  headers.idempotencyKey,
  headers.lastEventId,
  headers.userToken,
].join(", ");

const known: ReadonlySet<string> = new Set(allowedHeaders.toLowerCase().split(", "));

/**
 * Lets the page read every answer, errors included, so that it can tell its reader what is wrong. This guards nothing:
 * who may ask is decided by admission. Never `*`, never credentials (docs/wire.md, "Origins").
 */
export function writeCorsHeaders({ request, head }: RequestContext): void {
  head["Vary"] = "Origin";
  const { origin } = request.headers;
  if (origin === undefined) return;
  head["Access-Control-Allow-Origin"] = origin;
  head["Access-Control-Expose-Headers"] = exposed;
}

/**
 * Answers a preflight. It has no key, so it is neither checked nor counted. Any other header is allowed as well: pages
 * add their own to all requests, for tracing for example, and nothing here reads them.
 */
export function sendPreflight({ request, response, head }: RequestContext, methods: string): void {
  const asked = String(request.headers["access-control-request-headers"] ?? "");
  head["Vary"] = "Origin, Access-Control-Request-Headers";
  head["Access-Control-Allow-Methods"] = methods;
  head["Access-Control-Allow-Headers"] = [allowedHeaders, ...namesIn(asked)].join(", ");
  head["Access-Control-Max-Age"] = "7200"; // Chromium's upper bound
  head["Cache-Control"] = "no-store";
  response.writeHead(204, head);
  response.end();
}

/** The names in a list of headers, up to a few; what is none is left out. */
function namesIn(list: string): readonly string[] {
  return list
    .split(",", 40)
    .map((name) => name.trim())
    .filter((name) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !known.has(name.toLowerCase()));
}
