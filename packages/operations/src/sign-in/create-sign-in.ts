import type { PasskeyAnswer } from "@servicechat/contract/admin";
import type { Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Person } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { createSessionStart } from "./begin-session.ts";
import type { SessionDependencies, SignInOrigin, SignInResult } from "./begin-session.ts";
import { createPasskeys } from "./create-passkeys.ts";
import type { AnsweredPasskey, Passkeys } from "./create-passkeys.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

/** The dependencies of signing in. */
export interface SignInDependencies extends SessionDependencies {
  readonly storage: SessionDependencies["storage"] & Pick<Storage, "operators" | "passkeys">;
  /** Stands for a name that somebody typed, and tells nobody what it was: people type passwords there. */
  readonly hashName: (name: string) => string;
}

/** How people prove who they are. */
export interface SignIn {
  readonly passkeys: Passkeys;
  /** @param token the part after `#link=` */
  byLink(token: string, origin: SignInOrigin): Promise<SignInResult>;
  byPassword(
    given: { readonly name: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<SignInResult>;
  /**
   * Confirms the identity of the person who is signed in, as changes to who has access require.
   *
   * @returns the new token of the calling session: anyone else with its old one is signed out
   */
  confirm(
    person: Person,
    given: Confirmation,
  ): Promise<
    | { readonly token: string }
    | RefusedAs<"confirmation_rejected" | "too_many_attempts" | "operator_not_found">
  >;
  /**
   * Sets a password, or removes it, which ends all other sessions of the person.
   *
   * @param change.current the password that is set; needed where there is one
   * @returns the new token of the session that asked
   */
  changePassword(
    person: Person,
    change: { readonly password: string | null; readonly current?: string | undefined },
  ): Promise<
    { readonly token: string } | RefusedAs<"password_rejected" | "too_many_attempts" | "operator_not_found">
  >;
}

/** How a signed-in person confirms their identity. */
export type Confirmation = { readonly password: string } | AnsweredPasskey<PasskeyAnswer>;

/** Puts signing in together. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { storage, now, randomBytes, hashName } = dependencies;
  const start = createSessionStart(dependencies);
  const { begin, reject, attempt } = start;

  const passkeys = createPasskeys(dependencies, start);

  async function proofIn(person: Person, given: Confirmation) {
    if (!("password" in given)) return passkeys.proveConfirmation(person, given);
    const stored = await storage.operators.findPassword(person.id);
    const isRight = await verifyPassword(given.password, stored);
    if (!isRight || typeof stored !== "string") return undefined;
    return { kind: "password", operatorId: person.id, passwordHash: stored } as const;
  }

  return {
    passkeys,

    async byLink(token, origin) {
      const tooMany = await attempt(undefined, origin.address);
      if (tooMany) return tooMany;
      const result = await begin({ kind: "link", tokenHash: hashSecret(token) }, origin);
      if (!("kind" in result)) await storage.signInAttempts.succeed({ address: origin.address });
      return result;
    },

    async byPassword({ name, password }, origin) {
      const hash = hashName(name);
      const tooMany = await attempt(hash, origin.address);
      if (tooMany) return tooMany;
      const operator = await storage.operators.findByName(name);
      const stored = operator && (await storage.operators.findPassword(operator.id));
      const isRight = await verifyPassword(password, stored);
      if (!isRight || !operator || typeof stored !== "string") return reject(origin.address);
      const proof = { kind: "password", operatorId: operator.id, passwordHash: stored } as const;
      const result = await begin(proof, origin);
      if (!("kind" in result)) await storage.signInAttempts.succeed({ name: hash, address: origin.address });
      return result;
    },

    async confirm(person, given) {
      const operator = await storage.operators.find(person.id);
      if (!operator) return { kind: "operator_not_found", id: person.id };
      const address = person.address ?? "";
      // A guess at the password counts as one of signing in; a passkey cannot be guessed.
      const name = "password" in given ? hashName(operator.name) : undefined;
      const tooMany = await attempt(name, address);
      if (tooMany) return tooMany;
      const proof = await proofIn(person, given);
      const token = randomBytes(32).toString("base64url");
      const result =
        proof &&
        (await storage.operatorSessions.confirm({
          proof,
          session: { id: person.session, operatorId: person.id, tokenHash: hashSecret(token) },
          at: now(),
          audit: auditLine(dependencies, person, "session.confirm", { kind: "session", id: person.session }),
        }));
      if (result?.kind !== "confirmed") {
        await reject(address);
        return { kind: "confirmation_rejected" };
      }
      await storage.signInAttempts.succeed({ ...(name !== undefined && { name }), address });
      return { token };
    },

    async changePassword(person, { password, current }) {
      const operator = await storage.operators.find(person.id);
      const before = await storage.operators.findPassword(person.id);
      if (!operator || before === undefined) return { kind: "operator_not_found", id: person.id };
      // Where none is set, one that is given proves nothing.
      if ((before === null) !== (current === undefined)) return { kind: "password_rejected" };
      if (before !== null && current !== undefined) {
        const name = hashName(operator.name);
        const address = person.address ?? "";
        const tooMany = await attempt(name, address);
        if (tooMany) return tooMany;
        if (!(await verifyPassword(current, before))) return { kind: "password_rejected" };
        await storage.signInAttempts.succeed({ name, address });
      }
      const token = randomBytes(32).toString("base64url");
      const on = { kind: "operator", id: person.id };
      const what = password === null ? "password.remove" : "password.change";
      const set = await storage.operators.setPassword({
        id: person.id,
        before,
        passwordHash: password === null ? null : await hashPassword(password),
        session: { id: person.session, tokenHash: hashSecret(token) },
        audit: auditLine(dependencies, person, what, on),
      });
      if (set.kind === "operator_not_found") return { kind: "operator_not_found", id: person.id };
      // Another session set one meanwhile, which this one does not know.
      return set.kind === "password_set" ? { token } : { kind: "password_rejected" };
    },
  };
}
