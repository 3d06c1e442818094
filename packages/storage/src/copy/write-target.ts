import type { FailureCode } from "@servicechat/contract";
import { sql, type Kysely } from "kysely";
import { DatabaseError } from "pg";
import { copiedTables, type ColumnKind, type CopiedTable, type Row } from "../schema/table-names.ts";
import type { Tables } from "../schema/tables.ts";
import { CopyFailed } from "./copy-failed.ts";

/** How long the copy waits for another writer of the target, in milliseconds. */
const lockMs = 10_000;

/** Rows read back at once: of a table with bytes only one, since it may have megabytes. */
const batch = 250;

/** The end of a reply whose writer is gone, as at a restart of the service. */
const cut: FailureCode = "reply_cut";

/** @throws CopyFailed when any table that is there has a row */
export async function requireEmpty(database: Kysely<Tables>): Promise<void> {
  const filled: string[] = [];
  for (const name of copiedTables) {
    const { rows: found } = await sql<{ isThere: boolean }>`
      select to_regclass(${name}) is not null as "isThere"`.execute(database);
    if (!found[0]?.isThere) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database);
    if (rows.length > 0) filled.push(name);
  }
  if (filled.length > 0)
    throw new CopyFailed(
      `The target already contains data, in ${filled.join(", ")}. You can only copy into an empty database. Nothing was changed.`,
    );
}

/** Locks all tables against other writers until the transaction ends. */
export async function lockTables(transaction: Kysely<Tables>): Promise<void> {
  const names = copiedTables.map((name) => sql.table(name));
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
  await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(transaction);
  // The changes that they would record are copied too. Undone with the transaction, or by `makeReady`.
  await sql`alter table replies disable trigger user`.execute(transaction);
}

/**
 * Writes rows with the very values they have in the source, ids that PostgreSQL counts up itself included.
 *
 * @throws CopyFailed when the rows themselves are refused
 */
export async function insertRows(
  transaction: Kysely<Tables>,
  { name, columns }: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(columns).map((column) => sql.ref(column));
  const values = Object.values(columns).map(
    (kind, index) => sql`${rows.map((row) => bound(kind, row[index]))}::${sql.raw(kind)}[]`,
  );
  try {
    await sql`insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
      select * from unnest(${sql.join(values)})`.execute(transaction);
  } catch (cause) {
    throw cause instanceof DatabaseError
      ? new CopyFailed(`PostgreSQL rejects what the source has in ${name}`, { cause })
      : cause;
  }
}

/** Bytes as PostgreSQL reads them in an array. */
function bound(kind: ColumnKind, value: string | null | undefined): string | null | undefined {
  return kind === "bytea" && typeof value === "string" ? `\\x${value}` : value;
}

/** Reads a table back from the beginning to the end of its key, and holds one batch at a time. */
export async function* readBack(
  transaction: Kysely<Tables>,
  { name, columns, key }: CopiedTable,
): AsyncGenerator<readonly Row[]> {
  const names = Object.keys(columns);
  const values = Object.entries(columns).map(([column, kind]) => {
    const value = sql.ref(`${name}.${column}`);
    const text = kind === "bytea" ? sql`upper(encode(${value}, 'hex'))` : sql`${value}::text`;
    return sql`${text} as ${sql.ref(column)}`;
  });
  const order = sql.join(key.map((column) => sql.ref(`${name}.${column}`)));
  const max = Object.values(columns).includes("bytea") ? 1 : batch;
  let after = sql``;
  for (;;) {
    const { rows } = await sql<Readonly<Record<string, string | null>>>`
      select ${sql.join(values)} from ${sql.table(name)} ${after} order by ${order} limit ${max}`.execute(
      transaction,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => names.map((column) => row[column] ?? null));
    const place = key.map((column) => sql`${last[column]}::${sql.raw(columns[column] ?? "text")}`);
    after = sql`where (${order}) > (${sql.join(place)})`;
  }
}

/**
 * Makes the copy usable: replies that were being written are ended, new rows get new ids, running nodes notice the
 * agents and keys, and PostgreSQL plans with the current tables.
 *
 * @returns how many replies were ended
 */
export async function makeReady(transaction: Kysely<Tables>): Promise<{ readonly endedReplies: number }> {
  for (const name of countedTables) await countOn(transaction, name);
  await sql`alter table replies enable trigger user`.execute(transaction);
  const { numUpdatedRows } = await transaction
    .updateTable("replies")
    .set({ status: "incomplete", failure: cut })
    .where("status", "=", "streaming")
    .executeTakeFirstOrThrow();
  await sql`update revision set value = value + 1`.execute(transaction);
  await sql`analyze ${sql.join(copiedTables.map((name) => sql.table(name)))}`.execute(transaction);
  return { endedReplies: Number(numUpdatedRows) };
}

/** Tables whose ids PostgreSQL counts up itself. */
const countedTables = [
  "passages",
  "wordings",
  "reply_facts",
  "chat_changes",
] satisfies readonly (keyof Tables)[];

async function countOn(transaction: Kysely<Tables>, name: (typeof countedTables)[number]): Promise<void> {
  const table = sql.table(name);
  const { rows } = await sql<{ next: string }>`select coalesce(max(id), 0) + 1 as next from ${table}`.execute(
    transaction,
  );
  const next = BigInt(rows[0]?.next ?? 1);
  // Unlike setval, this is taken back with the transaction.
  await sql`alter table ${table} alter column id restart with ${sql.lit(next)}`.execute(transaction);
}
