import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

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
 * @param push.contact whom the push service may write to: an address that begins with `https:` or `mailto:`
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
