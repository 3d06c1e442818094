import type { AuditEntry } from "../audit/audit-store.ts";

/** A browser to which somebody has notifications pushed. */
export interface PushSubscriptionRecord {
  /** Made from its address, so that the same browser has the same one. */
  readonly id: string;
  readonly operatorId: string;
  /** Address and keys, sealed: the database cannot read them. */
  readonly sealed: string;
  /** Its name, as the session has it. */
  readonly browser: string;
  readonly createdAt: number;
  /** When its push service last took something; `null` before. */
  readonly lastAt: number | null;
}

/** Subscriptions of people. They go with the person, and when the session that made them is ended. */
export interface PushStore {
  /**
   * Keeps one, in place of the same that was there, whoever had it. With more than `max` of one person, the oldest go.
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
  /** Notes that its push service took something. */
  used(id: string, at: number): Promise<void>;
  /** @param removal.operatorId whose it must be; left out: anybody's */
  remove(removal: {
    readonly id: string;
    readonly operatorId?: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
}
