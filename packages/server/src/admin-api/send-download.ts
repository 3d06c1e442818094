import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RequestContext } from "../request-context.ts";

/** Sends a file that is generated as it is read, so a slow reader slows it down. */
export async function sendDownload(
  { response, head, request }: RequestContext,
  file: {
    /** Of the file, in any script. */
    readonly name: string;
    readonly type: string;
    /** Where it is known, in bytes. */
    readonly size?: number;
    readonly pieces: Iterable<string> | AsyncIterable<string | Uint8Array>;
  },
): Promise<void> {
  head["Content-Type"] = file.type;
  head["Content-Disposition"] = disposition(file.name);
  if (file.size !== undefined) head["Content-Length"] = file.size;
  response.writeHead(200, head);
  if (request.method === "HEAD") return void response.end();
  try {
    await pipeline(Readable.from(file.pieces), response);
  } catch (error) {
    // A reader that disconnects early keeps what it has.
    if (!response.destroyed && !response.closed) throw error;
  }
}

/** With the name as it is where it is no plain one (RFC 6266). */
function disposition(name: string): string {
  const plain = name.replace(/[^\w.-]/g, "_");
  const own = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${own}`}`;
}
