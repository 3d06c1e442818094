import type { DatabaseSync } from "node:sqlite";
import { copiedTables, type ColumnKind, type CopiedTable } from "./copied-tables.ts";
import { CopyFailed } from "./copy-failed.ts";

/** Names of SQLite's types, in lower case. Whatever else a column says there, the copy does not know how to read it. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  text: "text",
  integer: "bigint",
  bigint: "bigint",
  bytea: "bytea",
};

/**
 * Every table that is copied, in the order in which they can be filled, with the columns that the source has: of the same
 * version, it has all of the target's but those that PostgreSQL computes.
 *
 * @throws CopyFailed for a column of an unknown type
 */
export function readColumns(source: DatabaseSync): readonly CopiedTable[] {
  return copiedTables.map((name) => {
    const rows = source.prepare(`select name, type, pk from pragma_table_info('${name}')`).all();
    const columns = rows.map((row) => ({
      name: String(row["name"]),
      place: Number(row["pk"]),
      type: row["type"],
    }));
    return {
      name,
      columns: Object.fromEntries(columns.map((column) => [column.name, kindOf(name, column)])),
      key: columns
        .filter(({ place }) => place > 0)
        .toSorted((one, other) => one.place - other.place)
        .map((column) => column.name),
    };
  });
}

function kindOf(table: string, column: { readonly name: string; readonly type: unknown }): ColumnKind {
  const kind = kinds[String(column.type).toLowerCase()];
  if (kind) return kind;
  throw new CopyFailed(
    `The type of ${table}.${column.name} in the source is unknown: ${String(column.type)}`,
  );
}
