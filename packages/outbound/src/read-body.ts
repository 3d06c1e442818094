import { pipeline } from "node:stream";
import type { Readable, Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { OutboundError } from "./outbound.ts";

/** The encodings that `readBody` supports, for the request header. */
export const acceptedEncodings = "gzip, br";

/** Nothing honest is packed tighter, once there is more of it than a few repeated lines. */
const maxRatio = 100;
const ratioFromBytes = 262_144;

/**
 * Reads a body to its end, unpacked, and never holds more of it than `maxBytes`.
 *
 * @throws OutboundError `too_large`, also for a small body that unpacks to a hundred times its size; `unreachable` for
 *   an encoding that was not asked for
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: { readonly encoding: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const unpacker = unpackers.get(encoding.trim().toLowerCase());
  if (!unpacker) {
    discardBody(body);
    throw new OutboundError("unreachable", "the body has an encoding that was not asked for");
  }
  const unpacking = unpacker();
  let packedBytes = 0;
  body.on("data", (chunk: Buffer) => {
    packedBytes += chunk.length;
    if (packedBytes > maxBytes) body.destroy(tooLarge(maxBytes));
  });
  const unpacked = unpacking ? pipeline(body, unpacking, () => undefined) : body;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (bytes > ratioFromBytes && bytes > packedBytes * maxRatio)
      throw new OutboundError("too_large", `the body unpacks to more than ${maxRatio} times its size`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** By encoding; `undefined` where the body is as it is. */
const unpackers = new Map<string, () => Transform | undefined>([
  ["", () => undefined],
  ["identity", () => undefined],
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["br", () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/** Servers that leave out the end are many, and browsers take them. */
function unzip(): Transform {
  return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too_large", `the body is larger than ${maxBytes} bytes`);
}

/** Ends a body that will not be read, and its connection: the server could otherwise hold it open indefinitely. */
export function discardBody(body: Readable): void {
  body.on("error", () => undefined).destroy();
}
