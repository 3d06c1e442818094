import type { RequestContext } from "../request-context.ts";

/** Sends a value as JSON that nobody may keep: every keyed answer but the configuration. */
export function sendJson({ response, head }: RequestContext, value: unknown, status = 200): void {
  const body = Buffer.from(JSON.stringify(value));
  head["Content-Type"] = "application/json; charset=utf-8";
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-store";
  response.writeHead(status, head);
  response.end(body);
}

/** 204: done, and there is nothing to say. */
export function sendNothing({ response, head }: RequestContext): void {
  head["Cache-Control"] = "no-store";
  response.writeHead(204, head);
  response.end();
}
