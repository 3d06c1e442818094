import type { Kysely } from "kysely";
import type { KeyValueStore } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";

/** Small named values; a later one replaces the earlier. */
export function createKeyValueStore({ database }: { readonly database: Kysely<Tables> }): KeyValueStore {
  return {
    async save(name, value) {
      await database
        .insertInto("notes")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },

    async keep(name, value) {
      await database
        .insertInto("notes")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const row = await database
        .selectFrom("notes")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return row.value;
    },

    async read(name) {
      const row = await database
        .selectFrom("notes")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst();
      return row?.value;
    },

    async take(name) {
      const row = await database
        .deleteFrom("notes")
        .where("name", "=", name)
        .returning("value")
        .executeTakeFirst();
      return row?.value;
    },

    list: (prefix) =>
      database.selectFrom("notes").selectAll().where("name", "like", `${prefix}%`).orderBy("name").execute(),
  };
}
