import { randomUUID } from "node:crypto";
import type {
  Attempt,
  OperatorRecord,
  OperatorSession,
  SignInProof,
  Storage,
  AttemptLimit,
} from "@servicechat/storage";
import { auditLine, nextAuditId } from "../access/audit.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";

/** The dependencies of all ways of signing in. */
export interface SessionDependencies {
  readonly storage: Pick<Storage, "operatorSessions" | "signInAttempts" | "audit">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** Stands for a name that was typed without revealing it: people type passwords there. Nobody else can make it. */
  readonly hashName: (name: string) => string;
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** Stands for the network address. */
  readonly address: string;
  /** Name of the browser, for the person's list of sessions. */
  readonly browser: string;
  /** What an earlier sign-in with this browser gave it (`SignedIn.device`), if it sends something. */
  readonly device: string | undefined;
}

/** A session that has just begun. Its token is known at this moment only. */
export interface SignedIn {
  readonly token: string;
  readonly session: OperatorSession;
  readonly operator: OperatorRecord;
  /** For the browser to keep, so that its attempts to sign in as this person again are counted apart from strangers'. */
  readonly device: string;
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
  /** Refuses an attempt, and records it in the audit log. */
  readonly reject: (address: string) => Promise<SignInRejected>;
  /** Whether an attempt may be looked at; counts it as a miss until it succeeds. */
  readonly attempt: (by: Attempt<string>) => Promise<RefusedAs<"too_many_attempts"> | undefined>;
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

    async begin(proof, { address, browser, device }) {
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
        device: isDeviceOf(dependencies, operator.name, device)
          ? device
          : newDevice(dependencies, operator.name),
      };
    },

    async attempt({ guesser, name, address }) {
      const result = await storage.signInAttempts.begin({
        ...(guesser !== undefined && { guesser: limitOfGuesser(guesser) }),
        ...(name !== undefined && { name: limitOfName(name) }),
        ...(address !== undefined && { address: limitOfAddress(address) }),
        at: now(),
      });
      if (result.kind === "attempt_allowed") return undefined;
      return { kind: "too_many_attempts", retryAfter: Math.max(1, Math.ceil(result.waitMs / 1_000)) };
    },
  };
}

/**
 * Whether a browser was given this when somebody signed in with it by this name (the "device cookies" of OWASP: a count of
 * its own for whoever has been let in before, so that strangers who guess at the name do not slow it down).
 */
export function isDeviceOf(
  { hashName }: Pick<SessionDependencies, "hashName">,
  name: string,
  device: string | undefined,
): device is string {
  const [number = "", mark] = device?.split(".") ?? [];
  return mark !== undefined && mark === markOf(hashName, name, number);
}

function newDevice(
  { hashName, randomBytes }: Pick<SessionDependencies, "hashName" | "randomBytes">,
  name: string,
): string {
  const number = randomBytes(16).toString("hex");
  return `${number}.${markOf(hashName, name, number)}`;
}

const markOf = (hashName: SessionDependencies["hashName"], name: string, number: string) =>
  hashName(`device ${number} of ${hashName(name)}`);

/**
 * Five failed attempts are free. Each further one doubles the waiting time, from a second up to a quarter of an hour: for
 * one name from one address, one device that has signed in as that name, or one session that confirms whose it is. Nobody
 * else adds to it, so strangers cannot lock anyone out.
 *
 * @param hash stands for that pair, device or session
 */
function limitOfGuesser(hash: string): AttemptLimit {
  return { hash, waitAfter: doubling({ free: 5, maxMs: 900_000 }) };
}

/**
 * A name from all addresses together: a hundred misses an hour are free, and then it waits half a minute at most. Strangers
 * who guess from many addresses are slowed down, and so is its owner, on a device that has never signed in.
 */
function limitOfName(hash: string): AttemptLimit {
  return { hash, waitAfter: doubling({ free: 100, maxMs: 30_000 }), forgetOneEveryMs: 36_000 };
}

/** An address may be a whole office: it waits later, less, and is soon forgotten. */
function limitOfAddress(address: string): AttemptLimit {
  return {
    hash: address,
    waitAfter: doubling({ free: 20, maxMs: 60_000 }),
    forgetAfterMs: 900_000,
  };
}

function doubling({ free, maxMs }: { readonly free: number; readonly maxMs: number }) {
  return (misses: number) => (misses < free ? 0 : Math.min(maxMs, 1_000 * 2 ** Math.min(misses - free, 30)));
}
