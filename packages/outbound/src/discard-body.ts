import type { Readable } from "node:stream";

/** Ends a body that nobody is to read, and its connection: else it would be held for as long as the server likes. */
export function discardBody(body: Readable): void {
  body.on("error", () => undefined).destroy();
}
