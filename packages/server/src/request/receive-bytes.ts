import { createHash } from "node:crypto";
import { ServiceError } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";
import { takeBody } from "./read-body.ts";

/** A body that is taken as it is: nothing of it has been read. */
export interface IncomingBytes {
  /** The header `Content-Type`; absent where the sender says nothing. */
  readonly contentType: string | undefined;
  /** The size that the sender announces, in bytes; `undefined` where it comes in chunks. */
  readonly announcedBytes: number | undefined;
  /**
   * Reads it.
   *
   * @param tooLarge made when it has more than `maxBytes`, of which no more is kept than that
   * @throws ServiceError when it does not arrive
   */
  receive(
    maxBytes: number,
    tooLarge: () => Error,
  ): Promise<{ readonly bytes: Uint8Array; readonly sha256: string }>;
}

/** A body up to this many times too large is still taken to its end, so that a browser sees the answer. */
const drained = 2;

/**
 * Looks at the headers of a body that may be anything. A client that waits for `100 Continue` hears it when the body is
 * received.
 *
 * @throws ServiceError `unsupported_media_type` for a coding, which would be taken for the bytes themselves
 */
export function expectBytes({ request, response, bodyTimeout }: RequestContext): IncomingBytes {
  const { headers } = request;
  if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? ""))
    throw new ServiceError("unsupported_media_type", { detail: "Send the body without a Content-Encoding." });
  const isChunked = headers["transfer-encoding"] !== undefined;
  const announcedBytes = isChunked ? undefined : Number(headers["content-length"] ?? 0);
  return {
    contentType: headers["content-type"],
    announcedBytes,
    async receive(maxBytes, tooLarge) {
      // Otherwise it has the usual time only, in which what is far too large will not have come.
      if ((announcedBytes ?? 0) <= drained * maxBytes) bodyTimeout.growWithBody();
      if (announcedBytes !== undefined && announcedBytes > maxBytes) throw tooLarge();
      if (/100-continue/i.test(headers.expect ?? "")) response.writeContinue();
      const hash = createHash("sha256");
      const pieces: Buffer[] = [];
      let size = 0;
      await takeBody(request, (piece) => {
        size += piece.byteLength;
        if (size > maxBytes) throw tooLarge();
        hash.update(piece);
        pieces.push(piece);
      });
      return { bytes: joined(pieces, size), sha256: hash.digest("hex") };
    },
  };
}

/** Without a copy where it came in one piece. */
function joined(pieces: readonly Buffer[], size: number): Uint8Array {
  const [first] = pieces;
  return pieces.length === 1 && first ? first : Buffer.concat(pieces, size);
}

/** Bytes that are in memory already, as if they came over the network. */
export function heldBytes(bytes: Uint8Array, contentType: string | undefined): IncomingBytes {
  return {
    contentType,
    announcedBytes: bytes.length,
    receive: async (maxBytes, tooLarge) => {
      if (bytes.length > maxBytes) throw tooLarge();
      return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    },
  };
}
