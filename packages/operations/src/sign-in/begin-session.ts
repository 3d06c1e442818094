import { randomUUID } from "node:crypto";
import type { OperatorRecord, OperatorSession, SignInProof, Storage } from "@servicechat/storage";
import { auditLine, nextAuditId } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { limitOfAddress, limitOfName } from "./attempt-limits.ts";

/** The dependencies of all ways of signing in. */
export interface SessionDependencies {
  readonly storage: Pick<Storage, "operatorSessions" | "signInAttempts" | "audit">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
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

/** The result of an attempt to sign in. */
export type SignInResult = SignedIn | SignInRejected | RefusedAs<"too_many_attempts">;

/** The steps that every way of signing in has in common. */
export interface SessionStart {
  /** Makes a session of a proof that holds. */
  readonly begin: (proof: SignInProof, origin: SignInOrigin) => Promise<SignInResult>;
  /** Refuses an attempt, which the audit log tells. */
  readonly reject: (address: string) => Promise<SignInRejected>;
  /** Whether an attempt may be looked at; counts it as a miss until it succeeds. */
  readonly attempt: (
    name: string | undefined,
    address: string,
  ) => Promise<RefusedAs<"too_many_attempts"> | undefined>;
}

/** Puts those steps together. */
export function createSessionStart(dependencies: SessionDependencies): SessionStart {
  const { storage, now, randomBytes } = dependencies;

  async function reject(address: string): Promise<SignInRejected> {
    // No name is logged: what was typed may be a password, and this does not reveal whether a name exists.
    const entry = auditLine(
      dependencies,
      { kind: "system", role: "viewer", agents: [], address },
      "sign_in.refused",
    );
    await storage.audit.append(entry);
    return { kind: "sign_in_rejected" };
  }

  return {
    reject,

    async begin(proof, { address, browser }) {
      const token = randomBytes(32).toString("base64url");
      const at = now();
      const id = randomUUID();
      const result = await storage.operatorSessions.signIn({
        proof,
        session: { id, tokenHash: hashSecret(token), browser },
        at,
        audit: { id: nextAuditId(), address },
      });
      if (result.kind === "rejected") return reject(address);
      const { operator } = result;
      return {
        token,
        session: { id, operatorId: operator.id, createdAt: at, lastSeenAt: at, browser, confirmedAt: at },
        operator,
      };
    },

    async attempt(name, address) {
      const result = await storage.signInAttempts.begin({
        ...(name !== undefined && { name: limitOfName(name) }),
        address: limitOfAddress(address),
        at: now(),
      });
      if (result.kind === "attempt_allowed") return undefined;
      return { kind: "too_many_attempts", retryAfter: Math.max(1, Math.ceil(result.waitMs / 1_000)) };
    },
  };
}
