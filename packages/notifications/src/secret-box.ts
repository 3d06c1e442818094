import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto";

/** Keeps secrets that the service itself must read again, so that the database alone, or a backup, does not give them away. */
export interface SecretBox {
  /** @param context what the secret belongs to: it opens for that alone */
  seal(text: string, context: string): string;
  /** @throws Error when it was sealed with another secret of the service, for something else, or was changed */
  open(sealed: string, context: string): string;
  /** Always the same for the same text and context; texts cannot be guessed without the secret. */
  hash(text: string, context: string): string;
}

const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals with AES-256-GCM, by a key that is derived from the service's secret.
 *
 * @param secret that of the service, `SERVICECHAT_SECRET`
 */
export function createSecretBox(secret: string): SecretBox {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `servicechat ${purpose}`, 32)));
  const key = derive("kept-secrets");
  const hashing = derive("kept-hashes");
  return {
    hash: (text, context) => createHmac("sha256", hashing).update(`${context}\0${text}`).digest("base64url"),
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString("base64url")}`;
    },
    open(sealed, context) {
      const [name, body = ""] = sealed.split(".");
      const bytes = Buffer.from(body, "base64url");
      if (name !== version || bytes.length < nonceBytes + tagBytes)
        throw new Error("This is no sealed secret.");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8")
      );
    },
  };
}
