import { randomUUID } from "node:crypto";
import type { OperatorRecord, OperatorSession, SignInProof, Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { limitOfAddress, limitOfName } from "./attempt-limits.ts";

/** What every way of signing in is made from. */
export interface SessionParts {
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

/** What an attempt to sign in comes to. */
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
export function createSessionStart(parts: SessionParts): SessionStart {
  const { storage, now, randomBytes } = parts;

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
        audit: { id: randomUUID(), address },
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
