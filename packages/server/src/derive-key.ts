import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** A use of the instance secret. Its name is part of the derivation: another name yields other keys. */
type Purpose =
  | "session-token"
  | "visitor-address"
  | "idempotency-key"
  | "asked-user"
  | "console-instance"
  | "sign-in-name";

/**
 * The key for one use of the instance secret, by HKDF with SHA-256 (RFC 5869): one use reveals nothing about the
 * others, nor about the secret. Embed tickets are not a purpose here: they have had their own key since the first
 * version, and with another one, nodes of two versions would refuse each other's tickets.
 */
export function deriveKey(secret: string, purpose: Purpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `servicechat ${purpose}`, 32)));
}
