import type { ServerResponse } from "node:http";

/** How long a reader may take nothing, in milliseconds. Node lets go after once or twice that. */
const stalledMs = 30_000;

/**
 * Lets go of a reader that takes nothing of what waits for it. Only while something waits: a time limit on every
 * connection would be set anew at each write.
 */
export function expectReader({ socket, writableLength }: ServerResponse): void {
  if (!socket || writableLength === 0 || socket.timeout === stalledMs) return;
  socket.setTimeout(stalledMs);
  socket.once("drain", () => socket.timeout === stalledMs && socket.setTimeout(0));
}
