import { createHmac, type KeyObject } from "node:crypto";

/**
 * No Idempotency-Key contains a blank, so the stored form cannot be a key, and a plaintext key is distinguishable from
 * it.
 */
export const idempotencyHashPrefix = "hmac ";

/**
 * The stored form of an Idempotency-Key. The key itself is a credential, since repeating the request returns the token
 * of the chat that it opened.
 */
export function hashIdempotencyKey(hashing: KeyObject, agentId: string, idempotencyKey: string): string {
  const mac = createHmac("sha256", hashing).update(`${agentId}\0${idempotencyKey}`).digest("base64url");
  return idempotencyHashPrefix + mac;
}
