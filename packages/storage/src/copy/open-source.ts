import { DatabaseSync } from "node:sqlite";
import { copiedTables, type ColumnKind, type CopiedTable, type Row } from "../schema/table-names.ts";
import { isOfFormerLine, isOfService } from "../sqlite/examine-file.ts";
import { patience } from "../sqlite/open-connection.ts";
import { sqliteMigrations } from "../sqlite/schema.ts";
import { CopyFailed } from "./copy-failed.ts";

/** A database that is only read. Every method throws `CopyFailed` when it cannot be. */
export interface Source extends Disposable {
  /** Every table, in the order in which they can be filled. */
  readonly tables: readonly CopiedTable[];
  /** From here on everything is read as it is now, whatever others write meanwhile. */
  beginSnapshot(): void;
  count(table: CopiedTable): number;
  /** Reads row by row: what was read is not kept. */
  rows(table: CopiedTable): Iterable<Row>;
  /** @returns whether the database was written to since the snapshot began */
  endSnapshot(): { readonly isChanged: boolean };
}

/**
 * Opens a database that this version of the service wrote, without being able to change it: not even to bring it up to
 * date.
 *
 * @throws CopyFailed when it is not there, no database of this service, or of another version
 */
export function openSource(file: string): Source {
  const database = reading(() => new DatabaseSync(file, { readOnly: true, timeout: patience }));
  let tables: readonly CopiedTable[];
  try {
    requireThisVersion(database);
    tables = readColumns(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const version = () => reading(() => database.prepare("pragma data_version").get()?.["data_version"]);
  let versionAtStart: unknown;

  return {
    tables,
    beginSnapshot() {
      reading(() => database.exec("begin; select 1 from agents limit 1"));
      versionAtStart = version();
    },
    count({ name }) {
      return reading(() => Number(database.prepare(`select count(*) as rows from ${name}`).get()?.["rows"]));
    },
    *rows({ name, columns }) {
      const values = Object.entries(columns).map(([column, kind]) =>
        kind === "bytea" ? `hex("${column}")` : `cast("${column}" as text)`,
      );
      const iterator = reading(() => {
        const statement = database.prepare(`select ${values.join(", ")} from ${name}`);
        statement.setReturnArrays(true);
        return statement.iterate();
      });
      for (;;) {
        const { done, value } = reading(() => iterator.next());
        if (done === true) return;
        // The statement gives text or null for every column, and arrays instead of what its type says.
        yield value as unknown as Row;
      }
    },
    endSnapshot() {
      reading(() => database.exec("commit"));
      return { isChanged: version() !== versionAtStart };
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function requireThisVersion(database: DatabaseSync): void {
  if (!reading(() => isOfService(database)))
    throw new CopyFailed("The source is not a database of this service.");
  if (reading(() => isOfFormerLine(database)))
    throw new CopyFailed(
      "The source was written by a version from before the first release, and cannot be copied by this one.",
    );
  const steps = reading(() => database.prepare("select name from kysely_migration").all());
  const taken = new Set(steps.map(({ name }) => String(name)));
  const known = new Set(Object.keys(sqliteMigrations));
  if (!taken.isSubsetOf(known))
    throw new CopyFailed("The source was written by a newer version of the service: copy it with that one.");
  if (!known.isSubsetOf(taken))
    throw new CopyFailed(
      "The source was written by an older version of the service: upgrade it first, with 'servicechat migrate'.",
    );
}

function reading<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw new CopyFailed("The source cannot be read", { cause });
  }
}

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
