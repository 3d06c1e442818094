import { headers } from "@servicechat/contract";
import { readHeader } from "../request/read-header.ts";
import type { RequestContext } from "../request-context.ts";
import { malformed } from "../request/malformed.ts";

/** Fewer different characters in a key indicate that it is not random: 32 hexadecimal digits never have so few. */
const minDifferent = 8;

/**
 * The Idempotency-Key of a request. At least 128 bits, however they are written: session tokens are derived from it.
 *
 * @throws ServiceError `malformed_request` for one that could be guessed
 */
export function readIdempotencyKey({ request }: Pick<RequestContext, "request">): string | undefined {
  const key = readHeader(request, headers.idempotencyKey);
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{22,200}$/.test(key) && new Set(key).size >= minDifferent) return key;
  throw malformed(
    `${headers.idempotencyKey}: must be 22 to 200 printable characters without spaces, at least ${minDifferent} of them different and all ` +
      "drawn at random, such as a UUID from crypto.randomUUID()",
  );
}
