import { expect } from "vitest";
import type { Ceremony, SoftwareAuthenticator } from "./software-authenticator.ts";
import type { TestConsole } from "./start-console.ts";

const passkeys = "/console/api/me/passkeys";

/** Requests the options with which a browser creates a passkey, for the person whom the cookie belongs to. */
export async function askNewPasskey(console: TestConsole, cookie: string) {
  const asked = await console.ask("POST", `${passkeys}/options`, { cookie });
  expect(asked.status).toBe(200);
  return asked.body;
}

/** Creates a passkey for the person whom the cookie belongs to. */
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
