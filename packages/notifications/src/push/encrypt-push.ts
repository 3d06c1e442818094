import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a browser's subscription, as it gives them. */
export interface PushKeys {
  /** Its public key on P-256, uncompressed, base64url. */
  readonly p256dh: string;
  /** The secret that it shares with us, 16 bytes, base64url. */
  readonly auth: string;
}

const curve = "prime256v1";
const recordSize = 4_096;
const tagBytes = 16;

/**
 * Encrypts what a browser alone may read, whatever its push service looks at (RFC 8291, RFC 8188).
 *
 * @throws Error when the keys are none of this curve
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys): Buffer {
  const theirKey = Buffer.from(p256dh, "base64url");
  const own = createECDH(curve);
  const ownKey = own.generateKeys();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirKey, ownKey]);
  const inputKey = Buffer.from(
    hkdfSync("sha256", own.computeSecret(theirKey), Buffer.from(auth, "base64url"), info, 32),
  );
  const salt = randomBytes(16);
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", inputKey, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12), {
    authTagLength: tagBytes,
  });
  // The delimiter of the last record.
  const record = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.of(2)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.of(ownKey.length), ownKey, record, cipher.getAuthTag()]);
}
