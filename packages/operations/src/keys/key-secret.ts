import { createHash } from "node:crypto";

/** A new agent key. `key` is the whole secret: it is shown once and never stored. */
interface IssuedKey {
  /** `ak_<public id>_<secret>`. */
  readonly key: string;
  /** The part that names the key: 12 lower-case hex characters. */
  readonly id: string;
  readonly secretHash: string;
  readonly lastFour: string;
}

/** Makes an agent key: a 48-bit public id and a secret of 256 bits (docs/security.md, "The agent key is public"). */
export function issueKey({ randomBytes }: { readonly randomBytes: (size: number) => Buffer }): IssuedKey {
  const id = randomBytes(6).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { key: `ak_${id}_${secret}`, id, secretHash: hashSecret(secret), lastFour: secret.slice(-4) };
}

/** The secret part of a whole key. */
export function secretOf(key: string): string {
  return key.split("_").slice(2).join("_");
}

/** SHA-256 of the secret part of a key, lower-case hex: the only part that is stored. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
