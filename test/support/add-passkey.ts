import { expect } from "vitest";
import type { Ceremony, SoftwareAuthenticator } from "./software-authenticator.ts";
import type { TestConsole } from "./start-console.ts";

const passkeys = "/console/api/me/passkeys";

/** Asks what a browser needs to make a passkey, for whoever the cookie is of. */
export async function askNewPasskey(console: TestConsole, cookie: string) {
  const asked = await console.ask("POST", `${passkeys}/options`, { cookie });
  expect(asked.status).toBe(200);
  return asked.body;
}

/** Makes a passkey for whoever the cookie is of. */
export async function addPasskey(
  console: TestConsole,
  cookie: string,
  authenticator: SoftwareAuthenticator,
  said: Partial<Ceremony> = {},
) {
  const { challengeId, options } = await askNewPasskey(console, cookie);
  const answer = authenticator.create({ challenge: options.challenge, ...said });
  return console.ask("POST", passkeys, { cookie, body: { challengeId, answer } });
}
