import { sql, type Kysely } from "kysely";

/**
 * Prices of models, settings of operators, and the tokens of each model in the counts by the hour: those of replies
 * that are already counted are added here, others when they are counted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("prices")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("from_day", "bigint", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("input", "bigint", (column) => column.notNull())
    .addColumn("output", "bigint", (column) => column.notNull())
    .addColumn("cached", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("prices_of_days", ["model", "from_day"])
    .execute();
  await schema
    .createTable("settings")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();

  for (const [kind, column] of [
    ["in", "tokens_in"],
    ["out", "tokens_out"],
    ["cached", "tokens_cached"],
  ] as const)
    await sql`insert into usage_counts (hour, agent_id, key_id, name, amount)
      select asked_at / 3600000 * 3600000, agent_id, key_id, ${sql.lit(`model.${kind}.`)} || substr(model, 1, 100),
        sum(${sql.ref(column)})
      from reply_facts where counted = 1 group by 1, 2, 3, 4 having sum(${sql.ref(column)}) > 0`.execute(
      database,
    );
}
