import { randomUUID } from "node:crypto";
import type { OperatorRecord, OperatorSession, SignInProof, Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Person } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { limitOfAddress, limitOfName } from "./attempt-limits.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

/** What signing in is made from. */
export interface SignInParts {
  readonly storage: Pick<Storage, "operators" | "operatorSessions" | "signInAttempts" | "audit">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** Stands for a name that somebody typed, and tells nobody what it was: people type passwords there. */
  readonly hashName: (name: string) => string;
}

/** From where somebody signs in. */
export interface SignInOrigin {
  /** Stands for the network address. */
  readonly address: string;
  /** Name of the browser, for the person's list of sessions. */
  readonly browser: string;
}

/** A session that has just begun. Its token is known at this moment only. */
export interface SignedIn {
  readonly token: string;
  readonly session: OperatorSession;
  readonly operator: OperatorRecord;
}

/** The proof was not good: it is never said why. */
export interface SignInRejected {
  readonly kind: "sign_in_rejected";
}

type SignInResult = SignedIn | SignInRejected | RefusedAs<"too_many_attempts">;

/** How people prove who they are. */
export interface SignIn {
  /** @param token what stands behind `#link=` */
  byLink(token: string, origin: SignInOrigin): Promise<SignInResult>;
  byPassword(
    given: { readonly name: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<SignInResult>;
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

/** Puts signing in together. */
export function createSignIn(parts: SignInParts): SignIn {
  const { storage, now, randomBytes, hashName } = parts;

  async function begin(proof: SignInProof, { address, browser }: SignInOrigin): Promise<SignInResult> {
    const token = randomBytes(32).toString("base64url");
    const at = now();
    const id = randomUUID();
    const result = await storage.operatorSessions.signIn({
      proof,
      session: { id, tokenHash: hashSecret(token), browser },
      at,
      audit: { id: randomUUID(), address },
    });
    if (result.kind === "rejected") return reject(address);
    const { operator } = result;
    return {
      token,
      session: { id, operatorId: operator.id, createdAt: at, lastSeenAt: at, browser },
      operator,
    };
  }

  async function reject(address: string): Promise<SignInRejected> {
    // Nobody's name: what was typed may be a password, and whether a name exists is not told.
    const entry = auditLine(
      parts,
      { kind: "system", role: "viewer", agents: [], address },
      "sign_in.refused",
    );
    await storage.audit.append(entry);
    return { kind: "sign_in_rejected" };
  }

  /** Whether an attempt may be looked at; counts it as a miss until it succeeds. */
  async function attempt(
    name: string | undefined,
    address: string,
  ): Promise<RefusedAs<"too_many_attempts"> | undefined> {
    const result = await storage.signInAttempts.begin({
      ...(name !== undefined && { name: limitOfName(name) }),
      address: limitOfAddress(address),
      at: now(),
    });
    if (result.kind === "attempt_allowed") return undefined;
    return { kind: "too_many_attempts", retryAfter: Math.max(1, Math.ceil(result.waitMs / 1_000)) };
  }

  return {
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

    async changePassword(person, { password, current }) {
      const operator = await storage.operators.find(person.id);
      const before = await storage.operators.findPassword(person.id);
      if (!operator || before === undefined) return { kind: "operator_not_found", id: person.id };
      if (before !== null) {
        if (current === undefined) return { kind: "password_rejected" };
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
        audit: auditLine(parts, person, what, on),
      });
      if (set.kind === "operator_not_found") return { kind: "operator_not_found", id: person.id };
      // Another session set one meanwhile, which this one does not know.
      return set.kind === "password_set" ? { token } : { kind: "password_rejected" };
    },
  };
}
