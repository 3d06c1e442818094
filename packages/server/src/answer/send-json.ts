import type { Visit } from "../visit.ts";

/** Sends a value as JSON that nobody may keep: every keyed answer but the configuration. */
export function sendJson({ response }: Visit, value: unknown, status = 200): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.byteLength,
    "Cache-Control": "no-store",
  });
  response.end(body);
}

/** 204: done, and there is nothing to say. */
export function sendNothing({ response }: Visit): void {
  response.writeHead(204, { "Cache-Control": "no-store" });
  response.end();
}
