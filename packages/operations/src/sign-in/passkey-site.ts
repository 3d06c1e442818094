import { isIP } from "node:net";

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
