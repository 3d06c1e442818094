import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { speak } from "./speak.ts";

/** What was posted, as JSON; an empty body is `undefined`. @throws when it is none */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = Buffer.concat(await request.toArray()).toString();
  return body === "" ? undefined : JSON.parse(body);
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown): true {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  return true;
}

/** How a back end writes an answer that grows. */
interface Wire {
  readonly type: string;
  /** What comes before the first piece, and after the last. */
  readonly begin?: string;
  readonly end?: string;
  readonly piece: (text: string) => string;
}

/** Says the long answer, a write for each piece of it. */
export async function sendAnswer(response: ServerResponse, wire: Wire): Promise<true> {
  response.writeHead(200, { "Content-Type": wire.type, "Cache-Control": "no-cache" });
  response.write(wire.begin ?? "");
  for (const step of speak()) {
    if (typeof step === "string") response.write(wire.piece(step));
    else await pause(step.wait);
  }
  response.end(wire.end ?? "");
  return true;
}
