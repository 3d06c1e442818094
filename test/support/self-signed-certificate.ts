import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate for a loopback front, and what a browser needs to accept only this one. */
export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
  /** SHA-256 of the public key, base64, for `--ignore-certificate-errors-spki-list`. */
  readonly publicKeyHash: string;
}

/**
 * Creates a self-signed certificate (RFC 5280) for host names, valid for two days around `now`. Node cannot create one
 * itself, and a test should need no other program.
 */
export function selfSignedCertificate(hosts: readonly string[], now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
  const day = 24 * 60 * 60 * 1000;
  const signedWith = sequence(objectId("2a8648ce3d040302")); // ecdsa-with-SHA256
  const name = sequence(node(0x31, sequence(objectId("550403"), node(0x0c, Buffer.from("Loopback test")))));
  const alternativeNames = sequence(...hosts.map((host) => node(0x82, Buffer.from(host))));
  const extensions = sequence(sequence(objectId("551d11"), node(0x04, alternativeNames)));
  const content = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))), // version 3
    node(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    signedWith,
    name,
    sequence(utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + day))),
    name,
    publicKeyInfo,
    node(0xa3, extensions),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = sequence(content, signedWith, node(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
    publicKeyHash: createHash("sha256").update(publicKeyInfo).digest("base64"),
  };
}

/** One DER value: tag, length, content. */
function node(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...values: readonly Buffer[]): Buffer {
  return node(0x30, Buffer.concat(values));
}

function objectId(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, "hex"));
}

function utcTime(at: Date): Buffer {
  return node(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));
}
