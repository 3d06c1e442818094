import {
  createCipheriv,
  createECDH,
  hkdfSync,
  randomBytes,
  createPrivateKey,
  generateKeyPairSync,
  sign,
} from "node:crypto";
import type { KeyObject } from "node:crypto";

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

/** The pair of keys by which push services know this installation (RFC 8292). */
export interface VapidKeys {
  /** Uncompressed, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Good for less than the day that push services allow, in seconds. */
const tokenSeconds = 12 * 3_600;

/** Makes a pair, as the text that is kept. */
export function createVapidKeys(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

/** Reads a pair. @throws Error when the text is none */
export function readVapidKeys(text: string): VapidKeys {
  const key = JSON.parse(text) as { readonly x: string; readonly y: string };
  const half = (name: "x" | "y") => Buffer.from(key[name], "base64url");
  return {
    publicKey: Buffer.concat([Buffer.of(4), half("x"), half("y")]).toString("base64url"),
    privateKey: createPrivateKey({ key, format: "jwk" }),
  };
}

/**
 * The header `Authorization` of a push.
 *
 * @param push.contact where the push service may report problems: an address that begins with `https:` or `mailto:`
 */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: number },
): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1_000) + tokenSeconds,
    sub: contact,
  };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}
