import type { NewSignInLink } from "@servicechat/storage";
import { hashSecret } from "../keys/key-secret.ts";
import type { OperationContext } from "../operation-context.ts";

/** A link that signs somebody in once. Its token is known at this moment only. */
export interface SignInLink {
  /** Stands behind `#link=`: 256 random bits. */
  readonly token: string;
  readonly expiresAt: number;
}

/** How long links last, in milliseconds: those that the command line prints, and those that invite somebody. */
export const linkMs = { printed: 15 * 60_000, invitation: 7 * 86_400_000 } as const;

/** Makes a link, and what is stored of it. */
export function newSignInLink(
  { now, randomBytes }: Pick<OperationContext, "now" | "randomBytes">,
  lastsMs: number,
): SignInLink & { readonly stored: NewSignInLink } {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = now() + lastsMs;
  return { token, expiresAt, stored: { tokenHash: hashSecret(token), expiresAt } };
}

/**
 * The address that a person opens. Passkeys need a host name, so the address of the machine itself is written as one.
 *
 * @param consoleUrl origin of the console
 */
export function signInLinkUrl(consoleUrl: string, token: string): string {
  const url = new URL("/console/", consoleUrl);
  if (url.hostname === "[::1]" || /^127(\.\d+){3}$/.test(url.hostname)) url.hostname = "localhost";
  // Servers never see what follows the number sign.
  url.hash = `link=${token}`;
  return url.href;
}
