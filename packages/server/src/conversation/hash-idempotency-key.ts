import { createHmac, type KeyObject } from "node:crypto";

/**
 * The stored form of an Idempotency-Key. The key itself is a credential, since repeating the request returns the token
 * of the chat that it opened. Operators' messages have keys in the same table, in another form.
 */
export function hashIdempotencyKey(hashing: KeyObject, agentId: string, idempotencyKey: string): string {
  const mac = createHmac("sha256", hashing).update(`${agentId}\0${idempotencyKey}`).digest("base64url");
  return `hmac ${mac}`;
}
