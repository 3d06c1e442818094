import type { NewPasskeyAnswer, PasskeyAnswer } from "@servicechat/contract/admin";
import type { PasskeyRecord } from "@servicechat/storage";
import { isIP } from "node:net";

/** A passkey as an authenticator has made it. */
type MadePasskey = Pick<PasskeyRecord, "credentialId" | "publicKey" | "counter" | "transports">;

interface ExpectedChallenge {
  /** Base64url, as it was given out. */
  readonly challenge: string;
  readonly site: PasskeySite;
}

/**
 * Checks the answer that brings a new passkey: type, challenge, origin, relying party, that the person was verified, and
 * its signature where it has one. The maker of the authenticator is of no interest, and whatever would prove it is refused.
 * `undefined` when anything is wrong.
 */
export async function verifyNewPasskey(
  { id, rawId, type, response }: NewPasskeyAnswer,
  { challenge, site }: ExpectedChallenge,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    if (await namesMaker(attestationObject)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    });
    // Only the id in the authenticator's own data counts; any other id beside it is ignored.
    if (!registrationInfo || registrationInfo.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, transports };
  } catch {
    // Anyone who made this up learns nothing from the library's reasons.
    return undefined;
  }
}

/**
 * Whether a new passkey contains certificates of its manufacturer, which browsers pass on only if requested (WebAuthn,
 * 5.4.7). The library would contact the addresses in them before it has checked anything, wherever they lead.
 */
async function namesMaker(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const made = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = made.get("fmt");
  return format !== "none" && (format !== "packed" || made.get("attStmt").get("x5c") !== undefined);
}

/**
 * Checks the answer to a sign-in against the passkey that it names: also that its counter has gone ahead, where it
 * counts. Returns the new counter, or `undefined` when anything is wrong.
 */
export async function verifyPasskey(
  { id, rawId, type, response }: PasskeyAnswer,
  passkey: PasskeyRecord,
  { challenge, site }: ExpectedChallenge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Where passkeys are made and used. */
export interface PasskeySite {
  /** As browsers say it in what they sign, such as `https://chat.example`. */
  readonly origin: string;
  /** The relying party: the host name. A passkey works for no other. */
  readonly rpId: string;
}

/**
 * The site of an origin of the console; `undefined` where no browser has passkeys: at an IP address (WebAuthn, 5.1.2),
 * and over plain HTTP on another name than `localhost`.
 */
export function passkeySite(origin: string): PasskeySite | undefined {
  const { protocol, hostname } = new URL(origin);
  const isNumbers = isIP(hostname) !== 0 || hostname.startsWith("[");
  const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  return isSecure && !isNumbers ? { origin, rpId: hostname } : undefined;
}
