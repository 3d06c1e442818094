import type { Me, Passkey } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";

/** A challenge of the service for the browser's passkeys. */
interface Challenge<Options> {
  readonly challengeId: string;
  readonly options: Options;
}

/**
 * Whether this browser can use passkeys at this address: only in a secure context, and never at an IP address
 * (WebAuthn, 5.1.2).
 */
export function canUsePasskeys(): boolean {
  const isNumbers = /^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in globalThis && !isNumbers;
}

/** Signs in with a passkey of this browser. @throws if the person or the service refuses */
export async function signInByPasskey(api: Api): Promise<Me> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const { challengeId, options } = await api.send<Challenge<Options>>("POST", "sign-in/passkey/options");
  const answer = await startAuthentication({ optionsJSON: options });
  return api.send<Me>("POST", "sign-in/passkey/verify", { body: { challengeId, answer } });
}

/**
 * Confirms the identity of the person who is signed in, with a passkey of this browser. @throws if the person or the
 * service refuses
 */
export async function confirmByPasskey(api: Api): Promise<void> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const { challengeId, options } = await api.send<Challenge<Options>>("POST", "me/confirm/options");
  const answer = await startAuthentication({ optionsJSON: options });
  await api.send("POST", "me/confirm", { body: { challengeId, answer } });
}

/** Creates a passkey for the person who is signed in. @throws if the person or the service refuses */
export async function createPasskey(api: Api, name?: string): Promise<Passkey> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  const { challengeId, options } = await api.send<Challenge<Options>>("POST", "me/passkeys/options");
  const answer = await startRegistration({ optionsJSON: options });
  return api.send<Passkey>("POST", "me/passkeys", { body: { challengeId, answer, ...(name && { name }) } });
}
