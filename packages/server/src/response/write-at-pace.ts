import type { ServerResponse } from "node:http";

/** How much waits for a reader that stops reading, in bytes. */
const sliceBytes = 256 * 1024;

/** Writes, and waits until the reader has received it or is gone: a slow one is disconnected (`watch-readers.ts`). */
export async function writeAtPace(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  if (response.write(piece)) return;
  await drained(response);
}

/** Ends a response with these bytes, slice by slice as the reader takes them. */
export async function endAtPace(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += sliceBytes)
    await writeAtPace(response, bytes.subarray(at, at + sliceBytes));
  response.end();
}

/** A socket that closes never drains: either ends the wait. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
