import { z } from "zod";
import { variableName } from "./common.ts";

/** HS256 wants a key at least as long as its hash (RFC 7518, 3.2): bytes of UTF-8, without blanks around them. */
export const minIdentitySecret = 32;

/** How the site says who its visitors are: by JSON Web Tokens (RFC 7519), signed by HS256 with the secret in this variable. */
export const identitySchema = z.strictObject({
  secretEnv: variableName,
  /** Tokens must be meant for it (`aud`). Without it, whatever the secret has signed is believed. */
  audience: z.string().min(1).max(200).optional(),
});

/** The secret of an identity, ready to check with; `undefined` when there is none or it is too short for one. */
export function readIdentitySecret(value: string | undefined): Uint8Array | undefined {
  const secret = new TextEncoder().encode(value?.trim());
  return secret.length < minIdentitySecret ? undefined : secret;
}
