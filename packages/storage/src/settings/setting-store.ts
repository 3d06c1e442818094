import type { AuditEntry } from "../audit/audit-store.ts";

/** A setting as it stands. */
export interface Setting {
  /** JSON. */
  readonly value: string;
  /** Grows with each change. */
  readonly revision: number;
}

/** Operators' settings for the whole service, by name. Writes are made one after another across all nodes. */
export interface SettingStore {
  /** `undefined` as long as nobody has set it. */
  find(name: string): Promise<Setting | undefined>;
  /** @param change.expected the revision that the change was made from, 0 for none; left out, it is made to any */
  set(change: {
    readonly name: string;
    readonly value: string;
    readonly expected?: number;
    readonly audit?: AuditEntry;
  }): Promise<
    | { readonly kind: "set"; readonly revision: number }
    | { readonly kind: "newer_revision"; readonly revision: number }
  >;
}
