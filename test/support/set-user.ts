import { SignJWT } from "jose";
import type { Page } from "playwright-core";
import { untilTrue } from "./until-true.ts";

/** The site's side of `identity` in the agent file. */
export const signedIn = {
  secret: "a secret of the site's own, long enough",
  /** A token that says who the visitor is. */
  sign: (sub: string, expires = "10m"): Promise<string> =>
    new SignJWT({ sub })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(signedIn.secret)),
};

/** A service that trusts it. */
export const believing = {
  agent: { identity: { secretEnv: "SHOP_IDENTITY_SECRET" } },
  environment: { SHOP_IDENTITY_SECRET: signedIn.secret },
};

/** Makes the page say who the visitor is, as soon as it can. */
export async function setUser(
  page: Page,
  user: { readonly id: string; readonly token: string } | null,
): Promise<void> {
  await untilTrue(page, "'ServiceChat' in window");
  await page.evaluate(`ServiceChat.setUser(${JSON.stringify(user)})`);
}

/** Makes the page identify a user, with a token. */
export async function signIn(page: Page, id: string): Promise<void> {
  await setUser(page, { id, token: await signedIn.sign(id) });
}
