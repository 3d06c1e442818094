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

/** Answers a preflight. It has no key, so it is neither checked nor counted. */
export function sendPreflight({ response, head }: RequestContext, methods: string): void {
  head["Access-Control-Allow-Methods"] = methods;
  head["Access-Control-Allow-Headers"] = allowedHeaders;
  head["Access-Control-Max-Age"] = "7200"; // Chromium's upper bound
  head["Cache-Control"] = "no-store";
  response.writeHead(204, head);
  response.end();
}
