import { createHash, timingSafeEqual } from "node:crypto";

/** The credential of an `Authorization` header; `undefined` when it has none of the scheme Bearer (RFC 6750, 2.1). */
export function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

/**
 * Whether an `Authorization` header contains this secret. Hashes are compared, so that the time it takes reveals
 * nothing about it.
 */
export function bears(authorization: string | undefined, secret: string): boolean {
  const given = bearer(authorization);
  return given !== undefined && timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
