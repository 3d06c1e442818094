import type { AuditEntry } from "../audit/audit-store.ts";

/** A key as it is stored: nothing in it can be used as a credential. */
export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  /** The operator's name for it; may be empty. */
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  /** The end of the secret, by which an operator tells keys apart. */
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests without an `Origin`. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  /** When it ends, which may be in the future: from then on it is refused for good. `null`: it has no end. */
  readonly revokedAt: number | null;
  /** Id of the key that it replaced; `null` if it replaced none. */
  readonly replaces: string | null;
}

/** A key to be created. */
export type NewKey = Omit<KeyRecord, "replaces">;

/** The changeable fields of a key. */
export type KeySettings = Partial<Pick<KeyRecord, "allowed" | "name" | "rateLimit">>;

/**
 * Keys. Every change moves the storage's revision and writes `audit` in the same transaction; a change that is not made
 * writes nothing.
 */
export interface KeyStore {
  /** @throws if there already is a key with this id, or no agent with its `agentId` */
  create(key: NewKey, audit?: AuditEntry): Promise<void>;
  /** Revoked ones too. */
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys of live agents, or those of one, oldest first; revoked ones too. */
  list(agentId?: string): Promise<readonly KeyRecord[]>;
  /** Ids of all keys that have not ended by then, those of drafts too. */
  liveIds(now: number): Promise<readonly string[]>;
  /**
   * Changes what is given of a key.
   *
   * @param before the key that the change was made from: when it has other settings by now, or is revoked, nothing changes
   * @returns the key as it is now; `undefined` when there is none, or nothing changed for `before`
   */
  change(
    id: string,
    settings: KeySettings,
    before?: KeyRecord,
    audit?: AuditEntry,
  ): Promise<KeyRecord | undefined>;
  /**
   * Revokes it from a moment on. One that is revoked from an earlier moment on keeps that.
   *
   * @returns the key as it is now; `undefined` when there is none
   */
  revoke(id: string, at: number, audit?: AuditEntry): Promise<KeyRecord | undefined>;
  /**
   * Creates a key to replace another, which is revoked from `endsAt` on, both or neither.
   *
   * @returns `false` if there is no such key, or it is already revoked: nothing was written
   * @throws if there is a key with the id of the new one
   */
  replace(id: string, by: NewKey, endsAt: number, audit?: AuditEntry): Promise<boolean>;
}
