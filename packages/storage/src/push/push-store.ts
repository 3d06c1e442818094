import type { AuditEntry } from "../audit/audit-store.ts";

/** A browser that receives push notifications for somebody. */
export interface PushSubscriptionRecord {
  /** Derived from its address, so the same browser always has the same one. */
  readonly id: string;
  readonly operatorId: string;
  /** Address and keys, sealed: the database cannot read them. */
  readonly sealed: string;
  /** Its name, as the session has it. */
  readonly browser: string;
  readonly createdAt: number;
  /** When its push service last accepted something; `null` before the first time. */
  readonly lastAt: number | null;
}

/** Subscriptions of people. They are deleted with the person, and when the session that created them ends. */
export interface PushStore {
  /**
   * Stores one, replacing the same subscription of anybody. If a person has more than `max`, the oldest are deleted.
   *
   * @returns `false` without the person, or the session
   */
  save(
    subscription: Omit<PushSubscriptionRecord, "lastAt"> & {
      readonly sessionId: string;
      readonly max: number;
      readonly audit?: AuditEntry;
    },
  ): Promise<boolean>;
  /** Oldest first. */
  list(operatorIds: readonly string[]): Promise<readonly PushSubscriptionRecord[]>;
  find(query: {
    readonly id: string;
    readonly operatorId: string;
  }): Promise<PushSubscriptionRecord | undefined>;
  /** Notes that its push service accepted something. */
  used(id: string, at: number): Promise<void>;
  /** @param removal.operatorId whose it must be; left out: anybody's */
  remove(removal: {
    readonly id: string;
    readonly operatorId?: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
}
