import type { NewPasskeyAnswer, PasskeyAnswer } from "@servicechat/contract/admin";
import type { PasskeyChallenge, PasskeyRecord, SignInProof, Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import type { Person } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { SessionDependencies, SessionStart, SignInOrigin, SignInResult } from "./begin-session.ts";
import { passkeySite, verifyNewPasskey, verifyPasskey } from "./verify-passkey.ts";
import type { PasskeySite } from "./verify-passkey.ts";

/** How long a person may take to answer, in milliseconds. */
const challengeMs = 5 * 60_000;

/** A question to a browser's authenticators. */
export interface AskedPasskey {
  /** Names the question when it is answered. */
  readonly challengeId: string;
  /** For `startRegistration` or `startAuthentication` of `@simplewebauthn/browser`. */
  readonly options: object;
}

/** A browser's response, and the origin of its console. */
export interface AnsweredPasskey<Answer> {
  readonly origin: string;
  readonly challengeId: string;
  readonly answer: Answer;
}

/** Passkeys: making them, and signing in with one without saying who one is. */
export interface Passkeys {
  /** @param origin of the console as the browser has it */
  askNew(person: Person, origin: string): Promise<AskedPasskey | RefusedAs<"passkeys_unavailable">>;
  /** @param given.name what the person calls it */
  add(
    person: Person,
    given: AnsweredPasskey<NewPasskeyAnswer> & { readonly name: string },
  ): Promise<
    | PasskeyRecord
    | RefusedAs<"passkeys_unavailable" | "input_invalid" | "passkey_taken" | "operator_not_found">
  >;
  /** @param origin of the console as the browser has it */
  askSignIn(origin: string): Promise<AskedPasskey | RefusedAs<"passkeys_unavailable">>;
  /** Asks the person who is signed in to confirm their identity with one of their passkeys. */
  askConfirmation(person: Person, origin: string): Promise<AskedPasskey | RefusedAs<"passkeys_unavailable">>;
  /** What a response to that challenge proves; `undefined` if anything is wrong. */
  proveConfirmation(person: Person, given: AnsweredPasskey<PasskeyAnswer>): Promise<PasskeyProof | undefined>;
  /** No count of names hinders it, that of the address does. */
  signIn(given: AnsweredPasskey<PasskeyAnswer>, from: SignInOrigin): Promise<SignInResult>;
}

type PasskeyProof = Extract<SignInProof, { readonly kind: "passkey" }>;

interface Dependencies extends SessionDependencies {
  readonly storage: SessionDependencies["storage"] & Pick<Storage, "operators" | "passkeys">;
}

/** Puts passkeys together. */
export function createPasskeys(
  dependencies: Dependencies,
  { begin, reject, attempt }: SessionStart,
): Passkeys {
  const { storage, now, randomBytes } = dependencies;

  async function ask(asked: Pick<PasskeyChallenge, "purpose" | "operatorId">): Promise<string> {
    const challenge = randomBytes(32).toString("base64url");
    await storage.passkeys.saveChallenge({ ...asked, challenge, expiresAt: now() + challengeMs });
    return challenge;
  }

  /** The passkey that an answer proves, with its counter; `undefined` for whatever is wrong. */
  async function prove(
    { origin, challengeId, answer }: AnsweredPasskey<PasskeyAnswer>,
    asked: Pick<PasskeyChallenge, "purpose" | "operatorId">,
  ): Promise<PasskeyProof | undefined> {
    // Taken before anything is looked at, so that a challenge is good for one answer, right or wrong.
    const taken = await storage.passkeys.takeChallenge({ challenge: challengeId, now: now() });
    const site = passkeySite(origin);
    const passkey = await storage.passkeys.find(answer.id);
    if (taken?.purpose !== asked.purpose || taken.operatorId !== asked.operatorId) return undefined;
    if (!site || !passkey) return undefined;
    // WebAuthn, 7.2, step 6: it says whose it is, and may leave that out only where it is known who is asked.
    const { userHandle = null } = answer.response;
    const isKnown = asked.operatorId !== null && asked.operatorId === passkey.operatorId;
    if (!(isKnown && userHandle === null) && userHandle !== userHandleOf(passkey.operatorId))
      return undefined;
    const counter = await verifyPasskey(answer, passkey, { challenge: taken.challenge, site });
    if (counter === undefined) return undefined;
    return { kind: "passkey", credentialId: passkey.credentialId, counter };
  }

  async function askProof(
    site: PasskeySite,
    asked: Pick<PasskeyChallenge, "purpose" | "operatorId">,
    known: readonly PasskeyRecord[],
  ): Promise<AskedPasskey> {
    const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
    const challenge = await ask(asked);
    const options = await generateAuthenticationOptions({
      rpID: site.rpId,
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
      timeout: challengeMs,
      userVerification: "required",
      ...(known.length > 0 && { allowCredentials: known.map(namedToBrowser) }),
    });
    return { challengeId: challenge, options };
  }

  return {
    async askNew(person, origin) {
      const site = passkeySite(origin);
      if (!site) return { kind: "passkeys_unavailable" };
      const { generateRegistrationOptions } = await import("@simplewebauthn/server");
      const challenge = await ask({ purpose: "register", operatorId: person.id });
      const known = await storage.passkeys.list(person.id);
      const options = await generateRegistrationOptions({
        rpName: "ServiceChat",
        rpID: site.rpId,
        userName: person.name ?? "",
        userDisplayName: person.name ?? "",
        userID: new TextEncoder().encode(person.id),
        challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
        timeout: challengeMs,
        attestationType: "none",
        excludeCredentials: known.map(namedToBrowser),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return { challengeId: challenge, options };
    },

    async add(person, { origin, challengeId, answer, name }) {
      const taken = await storage.passkeys.takeChallenge({ challenge: challengeId, now: now() });
      const site = passkeySite(origin);
      if (!site) return { kind: "passkeys_unavailable" };
      if (taken?.purpose !== "register" || taken.operatorId !== person.id) {
        const reason = "is unknown, was already answered, or is older than five minutes";
        return { kind: "input_invalid", field: "challengeId", reason };
      }
      const made = await verifyNewPasskey(answer, { challenge: taken.challenge, site });
      if (!made) {
        const reason = `must be a browser's response to this challenge at ${site.origin}, with the person verified`;
        return { kind: "input_invalid", field: "answer", reason };
      }
      const passkey = { ...made, operatorId: person.id, name, createdAt: now() };
      const on = { kind: "passkey", id: made.credentialId, name };
      const added = await storage.passkeys.add(
        passkey,
        auditLine(dependencies, person, "passkey.create", on),
      );
      if (added.kind === "operator_not_found") return { kind: "operator_not_found", id: person.id };
      return added.kind === "added" ? { ...passkey, lastUsedAt: null } : { kind: "passkey_taken" };
    },

    async askSignIn(origin) {
      const site = passkeySite(origin);
      return site ? askProof(site, signingIn, []) : { kind: "passkeys_unavailable" };
    },

    async askConfirmation({ id }, origin) {
      const site = passkeySite(origin);
      if (!site) return { kind: "passkeys_unavailable" };
      return askProof(site, { purpose: "confirm", operatorId: id }, await storage.passkeys.list(id));
    },

    proveConfirmation: ({ id }, given) => prove(given, { purpose: "confirm", operatorId: id }),

    async signIn(given, from) {
      const tooMany = await attempt({ address: from.address });
      if (tooMany) return tooMany;
      const proof = await prove(given, signingIn);
      if (!proof) return reject(from.address);
      const result = await begin(proof, from);
      if (!("kind" in result)) await storage.signInAttempts.succeed({ address: from.address });
      return result;
    },
  };
}

const signingIn = { purpose: "sign_in", operatorId: null } as const;

function namedToBrowser({ credentialId: id, transports }: PasskeyRecord) {
  return { id, transports: [...transports] };
}

/** The authenticator's record of its owner: an id that identifies no one outside the service. */
function userHandleOf(operatorId: string): string {
  return Buffer.from(operatorId).toString("base64url");
}
