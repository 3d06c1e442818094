import type { AuditEntry } from "../audit/audit-store.ts";
import type { OperatorRecord } from "./operator-store.ts";

/** A browser in which a person is signed in. */
export interface OperatorSession {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: number;
  /** Exact to a minute. */
  readonly lastSeenAt: number;
  /** Name of the browser, for the person's list. */
  readonly browser: string;
  /** When they last proved that it is them: by signing in, or since then. */
  readonly confirmedAt: number;
}

/** Why somebody may sign in. It is checked once more in the transaction that makes the session. */
export type SignInProof =
  /** The hash of the link's secret. It is used up. */
  | { readonly kind: "link"; readonly tokenHash: string }
  /** The hash that the password was compared with: not good when the person has another by now. */
  | { readonly kind: "password"; readonly operatorId: string; readonly passwordHash: string }
  /** A signature that was verified. Not good when its counter is not ahead of the passkey's, unless both are 0. */
  | { readonly kind: "passkey"; readonly credentialId: string; readonly counter: number };

/** Earliest moments that keep a session alive. */
export interface SessionLimits {
  readonly idleSince: number;
  readonly createdSince: number;
}

/** Sessions of the console. Only hashes of their tokens are stored. Endings move the storage's revision. */
export interface OperatorSessionStore {
  /**
   * Makes a session. A link that is unknown, used, expired or of somebody removed is `rejected`; of two that use one link at
   * once, one signs in.
   *
   * @param signIn.audit id and address of the line `sign_in`, which names the person
   */
  signIn(signIn: {
    readonly proof: SignInProof;
    readonly session: { readonly id: string; readonly tokenHash: string; readonly browser: string };
    readonly at: number;
    readonly audit?: Pick<AuditEntry, "id" | "address">;
  }): Promise<
    { readonly kind: "signed_in"; readonly operator: OperatorRecord } | { readonly kind: "rejected" }
  >;
  /**
   * Records that the session's owner has confirmed their identity, and gives it another token: anyone else with the old
   * one is signed out. `rejected` if the proof belongs to somebody else or is no longer valid, or the session is gone.
   */
  confirm(confirmation: {
    readonly proof: Exclude<SignInProof, { readonly kind: "link" }>;
    readonly session: { readonly id: string; readonly operatorId: string; readonly tokenHash: string };
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<{ readonly kind: "confirmed" } | { readonly kind: "rejected" }>;
  /** The session with this token and its person, when it is neither idle nor too old. */
  find(
    query: { readonly tokenHash: string } & SessionLimits,
  ): Promise<{ readonly session: OperatorSession; readonly operator: OperatorRecord } | undefined>;
  /** Notes that the person was there. Written at most once a minute. */
  seen(seen: { readonly id: string; readonly operatorId: string; readonly at: number }): Promise<void>;
  /** Those of a person that are alive, newest first. */
  list(query: { readonly operatorId: string } & SessionLimits): Promise<readonly OperatorSession[]>;
  /** Ends one. `false` when the person has no such session. */
  end(ending: {
    readonly id: string;
    readonly operatorId: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
  /** Ends all of a person but one. Returns how many. */
  endOthers(ending: {
    readonly operatorId: string;
    readonly except: string;
    readonly audit?: AuditEntry;
  }): Promise<number>;
}
