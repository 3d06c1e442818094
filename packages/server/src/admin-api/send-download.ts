import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RequestContext } from "../request-context.ts";

/** Sends a file that is generated as it is read, so a slow reader slows it down. */
export async function sendDownload(
  { response, head, request }: RequestContext,
  file: {
    /** Of the file: letters, digits, `.`, `_` and `-` alone. */
    readonly name: string;
    readonly type: string;
    readonly pieces: Iterable<string> | AsyncIterable<string>;
  },
): Promise<void> {
  head["Content-Type"] = file.type;
  head["Content-Disposition"] = `attachment; filename="${file.name.replace(/[^\w.-]/g, "_")}"`;
  response.writeHead(200, head);
  if (request.method === "HEAD") return void response.end();
  try {
    await pipeline(Readable.from(file.pieces), response);
  } catch (error) {
    // A reader that disconnects early keeps what it has.
    if (!response.destroyed && !response.closed) throw error;
  }
}
