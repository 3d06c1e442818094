import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Small named values; a later one replaces the earlier. */
export function createKeyValueStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /** In place of the value that the name had. */
    async save(name: string, value: string): Promise<void> {
      await database
        .insertInto("notes")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },

    /** Stores a value unless the name has one. Returns the current value, whichever node wrote it. */
    async keep(name: string, value: string): Promise<string> {
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

    async read(name: string): Promise<string | undefined> {
      const row = await database
        .selectFrom("notes")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst();
      return row?.value;
    },

    /** Reads and removes, so that an old value is never taken twice. */
    async take(name: string): Promise<string | undefined> {
      const row = await database
        .deleteFrom("notes")
        .where("name", "=", name)
        .returning("value")
        .executeTakeFirst();
      return row?.value;
    },

    /** All whose names begin so. @param prefix letters, digits and colons */
    list: (prefix: string): Promise<readonly { readonly name: string; readonly value: string }[]> =>
      database.selectFrom("notes").selectAll().where("name", "like", `${prefix}%`).orderBy("name").execute(),
  };
}

/** Small named values of the service itself; no visitor's. */
export type KeyValueStore = ReturnType<typeof createKeyValueStore>;
