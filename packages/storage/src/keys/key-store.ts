import type { AuditEntry } from "../audit/audit-store.ts";

/** A key as it is stored: nothing in here opens anything. */
export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  /** The operator's own; may be empty. */
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  /** The end of the secret, by which an operator tells keys apart. */
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests that carry no `Origin` at all. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  /** From when on it is refused, which may lie ahead; `null` for a key without an end. A key that has ended is never good again. */
  readonly revokedAt: number | null;
  /** Id of the key whose place it took; `null` for one that took no place. */
  readonly replaces: string | null;
}

/** A key to be made. */
export type NewKey = Omit<KeyRecord, "replaces">;

/** What can change of a key. */
export type KeySettings = Partial<Pick<KeyRecord, "allowed" | "name" | "rateLimit">>;

/** Keys. Any change of one moves the storage's revision, and writes `audit` with it; one that is not made writes none. */
export interface KeyStore {
  /** @throws when there is a key with this id, or no agent with its `agentId` */
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
   * Creates a key in the place of another, which is revoked from `endsAt` on, both or neither.
   *
   * @returns `false` when there is no such key, or it is revoked already: nothing was written
   * @throws when there is a key with the id of the new one
   */
  replace(id: string, by: NewKey, endsAt: number, audit?: AuditEntry): Promise<boolean>;
}
