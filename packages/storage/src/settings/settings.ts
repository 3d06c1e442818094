import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { WriteInOrder } from "../operators/write-in-order.ts";
import type { Tables } from "../schema/tables.ts";
import type { SettingStore } from "./setting-store.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Settings, the same in every database. */
export function createSettingStore({ database, writeInOrder }: Dependencies): SettingStore {
  const find = (from: Kysely<Tables>, name: string) =>
    from.selectFrom("settings").select(["value", "revision"]).where("name", "=", name).executeTakeFirst();

  return {
    find: (name) => find(database, name),

    set: ({ name, value, expected, audit }) =>
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
