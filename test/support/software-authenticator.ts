import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@servicechat/contract/admin";

/** The response of a browser and its authenticator; a test changes what it wants to be wrong. */
export interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** The operation, as the browser names it. */
  readonly type?: string;
  /** Whether the person was verified. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** A certificate of the authenticator's manufacturer, which browsers pass on only if requested. */
  readonly attestation?: { readonly format: string; readonly certificate: Uint8Array };
  /** The passkey's claimed owner, base64url; `undefined` leaves it out. */
  readonly userHandle?: string | undefined;
}

/** A passkey that signs without asking anybody. */
export interface SoftwareAuthenticator {
  readonly id: string;
  /** As `navigator.credentials.create` answers. */
  create(ceremony: Ceremony): NewPasskeyAnswer;
  /** As `navigator.credentials.get` answers. */
  get(ceremony: Ceremony): PasskeyAnswer;
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** Creates one, with a new key pair, for the tests' console. */
export function createSoftwareAuthenticator(
  credentialId: Uint8Array = randomBytes(32),
): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = base64url(credentialId);
  // COSE_Key of an ES256 key (RFC 9053, 7.1.1), in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const coseKey = Buffer.concat([
    Buffer.from("a501020326200121", "hex"),
    cborBytes(Buffer.from(x, "base64url")),
    Buffer.from("22", "hex"),
    cborBytes(Buffer.from(y, "base64url")),
  ]);

  const clientData = (type: string, { challenge, origin = "https://chat.example", ...said }: Ceremony) =>
    Buffer.from(JSON.stringify({ type: said.type ?? type, challenge, origin, crossOrigin: false }));

  /** Authenticator data (WebAuthn, 6.1): relying party, flags, counter, and the credential if the passkey is new. */
  function authenticatorData(
    { rpId = "chat.example", isVerified = true, counter = 0 }: Ceremony,
    isNew: boolean,
  ): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0);
    const head = Buffer.concat([sha256(rpId), Buffer.from([flags]), Buffer.alloc(4)]);
    head.writeUInt32BE(counter, 33);
    if (!isNew) return head;
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
    return Buffer.concat([head, Buffer.alloc(16), length, credentialId, coseKey]);
  }

  return {
    id,

    create(ceremony) {
      const { format = "none", certificate } = ceremony.attestation ?? {};
      // {"fmt": format, "attStmt": {} or {"x5c": [certificate]}, "authData": ...}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText(format),
        cborText("attStmt"),
        ...(certificate
          ? [Buffer.from([0xa1]), cborText("x5c"), Buffer.from([0x81]), cborBytes(certificate)]
          : [Buffer.from([0xa0])]),
        cborText("authData"),
        cborBytes(authenticatorData(ceremony, true)),
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", ceremony)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      };
      return { id, rawId: id, type: "public-key", response };
    },

    get(ceremony) {
      const data = authenticatorData(ceremony, false);
      const client = clientData("webauthn.get", ceremony);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(ceremony.userHandle !== undefined && { userHandle: ceremony.userHandle }),
      };
      return { id, rawId: id, type: "public-key", response };
    },
  };
}

/** A text in CBOR, of fewer than 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | Buffer.byteLength(text)]), Buffer.from(text)]);
}

/** A byte string in CBOR, of fewer than 65,536 bytes. */
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
