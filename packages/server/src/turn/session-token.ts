import { createHash, createHmac, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** Only this is stored of a session token: SHA-256, lower-case hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A new token: `st_` and 256 random bits. */
export function randomToken(): string {
  return `st_${randomBytes(32).toString("base64url")}`;
}

/**
 * The token of a session that a request with an Idempotency-Key opens. It is derived, so that repeating the request
 * gets the same token although only its hash was kept; the key must therefore be unguessable itself. It depends on the
 * session's first reply, so that a key that is reused after it has expired opens a new session.
 *
 * @param key for this use only
 */
export function derivedToken(
  key: KeyObject,
  first: { readonly agentId: string; readonly idempotencyKey: string; readonly replyId: string },
): string {
  const mac = createHmac("sha256", key)
    .update(`session-token\0${first.agentId}\0${first.idempotencyKey}\0${first.replyId}`)
    .digest("base64url");
  return `st_${mac}`;
}

/**
 * The token for a visitor who returns through a mailed link with an Idempotency-Key: derived too, so that only they get
 * it again.
 */
export function linkToken(
  key: KeyObject,
  { link, idempotencyKey }: { readonly link: string; readonly idempotencyKey: string },
): string {
  const mac = createHmac("sha256", key).update(`opened-link\0${link}\0${idempotencyKey}`).digest("base64url");
  return `st_${mac}`;
}

/** The session token of a request; `undefined` when none, or one that this service could not have made. */
export function presentedToken(header: string | undefined): string | undefined {
  return /^st_[\w-]{43}$/.test(header ?? "") ? header : undefined;
}
