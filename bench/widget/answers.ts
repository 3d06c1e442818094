import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { speak } from "./speak.ts";

/** The posted JSON; an empty body is `undefined`. @throws if it is invalid */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = Buffer.concat(await request.toArray()).toString();
  return body === "" ? undefined : JSON.parse(body);
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, value: unknown): true {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  return true;
}

/** How a back end writes a streamed answer. */
interface Wire {
  readonly type: string;
  /** What comes before the first piece, and after the last. */
  readonly begin?: string;
  readonly end?: string;
  readonly piece: (text: string) => string;
}

/** Streams the long answer, one write for each piece. */
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
