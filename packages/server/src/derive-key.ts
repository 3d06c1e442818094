import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** What the instance secret is used for. A name is part of what is derived: another one makes other keys. */
type Purpose =
  | "session-token"
  | "visitor-address"
  | "idempotency-key"
  | "asked-user"
  | "console-instance"
  | "sign-in-name";

/**
 * The key for one use of the instance secret, by HKDF with SHA-256 (RFC 5869): what one use shows to strangers tells
 * nothing about the others, nor about the secret. The seal of embed tickets is no purpose here: it has had a key of its own
 * since the first version, and another one would have nodes of two versions refuse each other's tickets.
 */
export function deriveKey(secret: string, purpose: Purpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `servicechat ${purpose}`, 32)));
}
