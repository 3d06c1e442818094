import type { ServerResponse } from "node:http";

/**
 * Writes one piece of a chunked body in one write (RFC 9112, section 7.1). `ServerResponse.write` does the same in four,
 * which costs twice as much, and this is done for every event of every stream.
 *
 * The head must have been sent. A response that is not chunked, or has not got its socket yet, is written as usual.
 *
 * @returns `false` when the socket is full: it then emits `drain`
 */
export function writeChunk(response: ServerResponse, text: string): boolean {
  const { socket } = response;
  if (!socket || !response.chunkedEncoding) return response.write(text);
  return socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
