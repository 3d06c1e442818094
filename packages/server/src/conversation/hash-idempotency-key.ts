import { createHmac, type KeyObject } from "node:crypto";

/** No Idempotency-Key contains a blank: what is kept can be no key, and one in clear is told from it. */
export const idempotencyHashPrefix = "hmac ";

/**
 * What is stored of an Idempotency-Key. The key itself is a credential, since whoever repeats the request is given the
 * token of the chat that it opened.
 */
export function hashIdempotencyKey(hashing: KeyObject, agentId: string, idempotencyKey: string): string {
  const mac = createHmac("sha256", hashing).update(`${agentId}\0${idempotencyKey}`).digest("base64url");
  return idempotencyHashPrefix + mac;
}
