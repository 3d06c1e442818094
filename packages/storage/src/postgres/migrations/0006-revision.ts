import { sql, type Kysely } from "kysely";

/** One row that counts the changes of agents and keys, so that every node sees that there was one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("revision")
    .addColumn("value", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into revision (value) values (0)`.execute(database);
}
