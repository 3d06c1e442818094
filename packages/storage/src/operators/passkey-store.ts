import type { AuditEntry } from "../audit/audit-store.ts";
import type { OperatorNotFound } from "./operator-store.ts";

/** A passkey of a person. */
export interface PasskeyRecord {
  /** As the authenticator gives it, base64url. */
  readonly credentialId: string;
  readonly operatorId: string;
  /** In COSE's form. */
  readonly publicKey: Uint8Array;
  /** Signatures as the authenticator counts them; 0 where it does not. */
  readonly counter: number;
  /** How a browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** The person's own. */
  readonly name: string;
  readonly createdAt: number;
  /** `null` before its first use. */
  readonly lastUsedAt: number | null;
}

/** The purpose of a challenge. */
export type ChallengePurpose = "register" | "sign_in" | "confirm";

/** A question that an authenticator is to sign. */
export interface PasskeyChallenge {
  /** Base64url. */
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** `null`: the person who is signing in is not known yet. */
  readonly operatorId: string | null;
  readonly expiresAt: number;
}

/** Passkeys and the challenges they answer. Signing in with one is a matter of `OperatorSessionStore.signIn`. */
export interface PasskeyStore {
  add(
    passkey: Omit<PasskeyRecord, "lastUsedAt">,
    audit?: AuditEntry,
  ): Promise<{ readonly kind: "added" } | { readonly kind: "credential_taken" } | OperatorNotFound>;
  find(credentialId: string): Promise<PasskeyRecord | undefined>;
  /** Those of a person, oldest first. */
  list(operatorId: string): Promise<readonly PasskeyRecord[]>;
  /** `undefined` when the person has no such passkey. */
  rename(change: {
    readonly credentialId: string;
    readonly operatorId: string;
    readonly name: string;
    readonly audit?: AuditEntry;
  }): Promise<PasskeyRecord | undefined>;
  /** `false` when the person has no such passkey. */
  remove(removal: {
    readonly credentialId: string;
    readonly operatorId: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
  saveChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Gives a challenge once; `undefined` when it is unknown, was taken or has expired. */
  takeChallenge(query: {
    readonly challenge: string;
    readonly now: number;
  }): Promise<PasskeyChallenge | undefined>;
}
