import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { Tables } from "../schema/tables.ts";

/** A setting as it stands. */
export interface Setting {
  /** JSON. */
  readonly value: string;
  /** Grows with each change. */
  readonly revision: number;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Settings, the same in every database. */
export function createSettingStore({ database, writeInOrder }: Dependencies) {
  const find = (from: Kysely<Tables>, name: string) =>
    from.selectFrom("settings").select(["value", "revision"]).where("name", "=", name).executeTakeFirst();

  return {
    /** `undefined` until it is set. */
    find: (name: string): Promise<Setting | undefined> => find(database, name),

    /** @param change.expected the revision that the change was made from, 0 for none; left out, it is made to any */
    set: ({
      name,
      value,
      expected,
      audit,
    }: {
      readonly name: string;
      readonly value: string;
      readonly expected?: number;
      readonly audit?: AuditEntry;
    }): Promise<
      | { readonly kind: "set"; readonly revision: number }
      | { readonly kind: "newer_revision"; readonly revision: number }
    > =>
      writeInOrder(async (transaction) => {
        const { revision: before = 0 } = (await find(transaction, name)) ?? {};
        if (expected !== undefined && expected !== before)
          return { kind: "newer_revision", revision: before };
        const revision = before + 1;
        await transaction
          .insertInto("settings")
          .values({ name, value, revision })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, revision }))
          .execute();
        await writeAudit(transaction, audit);
        return { kind: "set", revision };
      }),
  };
}

/** Operators' settings for the whole service, by name. Writes are made one after another across all nodes. */
export type SettingStore = ReturnType<typeof createSettingStore>;
