import type { TestDatabase } from "./database.ts";

/** Rows, and entries of indexes, that were read of each table. */
export async function rowsRead(database: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const rows = await database.run(`
    select tables.relname as name, seq_tup_read + sum(idx_tup_read) as read
    from pg_stat_user_tables as tables join pg_stat_user_indexes as indexes using (relid)
    where tables.schemaname = '${database.schema}' group by tables.relname, seq_tup_read`);
  return Object.fromEntries(rows.map(({ name, read }) => [String(name), Number(read)]));
}
