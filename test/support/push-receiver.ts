import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

/** What a push service received, as the browser behind it reads it. */
export interface ReceivedPush {
  readonly path: string;
  readonly message: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The claims of the sender's token, whose signature was verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

/** A push service, and the browsers behind it. */
export interface PushReceiver extends AsyncDisposable {
  /** Certificate to trust, as PEM. */
  readonly ca: string;
  readonly origin: string;
  readonly pushes: readonly ReceivedPush[];
  /** The status of its responses. */
  status: number;
  /** The number of messages that it did not take because of that status. */
  refused: number;
  /** Subscribes a browser, as `PushManager` does. */
  subscribe(): {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

/**
 * Starts one on loopback. It accepts nothing that its browser could not decrypt, or whose sender it could not verify.
 */
export async function startPushReceiver(): Promise<PushReceiver> {
  const { key, cert } = selfSignedCertificate(["localhost"]);
  const pushes: ReceivedPush[] = [];
  const browsers = new Map<string, (body: Buffer) => unknown>();
  const server = createServer({ key, cert }, (request, response) => {
    void request.toArray().then((pieces: Buffer[]) => {
      const { url: path = "", headers } = request;
      const read = browsers.get(path);
      if (read && receiver.status !== 201) receiver.refused++;
      if (!read || receiver.status !== 201) return response.writeHead(read ? receiver.status : 404).end("no");
      const message = read(Buffer.concat(pieces));
      const claims = claimsOf(headers.authorization ?? "");
      pushes.push({ path, message, claims, headers: headers as ReceivedPush["headers"] });
      return response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const receiver: PushReceiver = {
    ca: cert,
    origin,
    pushes,
    status: 201,
    refused: 0,
    subscribe() {
      const own = createECDH("prime256v1");
      const p256dh = own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("hex")}`;
      browsers.set(path, (body) => JSON.parse(decrypt(body, { own, p256dh, auth })));
      return {
        endpoint: origin + path,
        keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
      };
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Decrypts a message of one record (RFC 8188) that was encrypted for a browser (RFC 8291). */
function decrypt(
  body: Buffer,
  {
    own,
    p256dh,
    auth,
  }: {
    readonly own: ReturnType<typeof createECDH>;
    readonly p256dh: Buffer;
    readonly auth: Buffer;
  },
): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (keyLength !== 65 || record.length > recordSize || body.length > 4_096) throw new Error("no record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, senderKey]);
  const input = Buffer.from(hkdfSync("sha256", own.computeSecret(senderKey), auth, info, 32));
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", input, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no delimiter");
  return padded.subarray(0, end).toString();
}

/** Verifies the sender's token (RFC 8292). @throws Error if its key did not sign it */
function claimsOf(authorization: string): ReceivedPush["claims"] {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isGood = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isGood) throw new Error("The signature is none of this key.");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
