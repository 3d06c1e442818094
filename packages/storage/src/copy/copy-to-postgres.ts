import { Kysely } from "kysely";
import { createConnections } from "../postgres/connections.ts";
import { createDialect } from "../postgres/dialect.ts";
import { prepareDatabase } from "../postgres/prepare-database.ts";
import { long } from "../postgres/query-timeouts.ts";
import type { CopiedTable, Row } from "../schema/table-names.ts";
import type { Tables } from "../schema/tables.ts";
import { compareTable, createChecksum, type TableComparison } from "./compare-tables.ts";
import { CopyFailed } from "./copy-failed.ts";
import { openSource, type Source } from "./open-source.ts";
import { insertRows, lockTables, makeReady, readBack, requireEmpty } from "./write-target.ts";

/** The copied data, every table of it identical on both sides. */
export interface CopyReport {
  readonly tables: readonly TableComparison[];
  /** The moment whose state was copied, in milliseconds since 1970. */
  readonly takenAt: number;
  /** Whether the source was written to since then; the copy does not contain that. */
  readonly isSourceChanged: boolean;
  /** Replies that were being written at that moment. In the copy they are `incomplete`, as after a restart. */
  readonly endedReplies: number;
}

/** How far the copy is. */
export interface CopyProgress {
  readonly table: string;
  readonly step: "copying" | "checking";
  /** Rows done. */
  readonly rows: number;
  /** Rows of the table. */
  readonly of: number;
}

interface CopyRequest {
  /** The SQLite database. */
  readonly file: string;
  /** The PostgreSQL database, version 15 or newer, without data of this service. */
  readonly url: string;
  /** Where the tables lie in it; created when it is not there. Absent: the database's own. */
  readonly schema?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each batch of rows. */
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Copies a whole installation from SQLite to PostgreSQL and compares both sides, row by row, before it is committed.
 * The source is read as it was at one moment, also while a service writes to it, and is not changed; while it is read,
 * a service cannot take erased text out of its files. The target is brought up to date, then filled in one transaction:
 * whatever ends the copy early, also the end of this process, leaves its tables empty. Memory holds one batch of rows.
 *
 * @throws CopyFailed when the source cannot be read, the target cannot be used or holds data, or both sides differ
 *
 * @example
 * const { tables } = await copyToPostgres({
 *   file: "./data/servicechat.db",
 *   url: "postgres://chat:secret@db.internal/chat",
 *   now: () => Date.now(),
 * });
 */
export async function copyToPostgres({
  file,
  url,
  schema,
  now,
  onProgress,
}: CopyRequest): Promise<CopyReport> {
  using source = openSource(file);
  await using target = await openTarget({ url, schema });
  return await inTarget(() =>
    target.database.transaction().execute(async (transaction) => {
      await lockTables(transaction);
      await requireEmpty(transaction);
      return fill({ source, transaction, now, onProgress });
    }),
  );
}

interface Target extends AsyncDisposable {
  readonly database: Kysely<Tables>;
}

async function openTarget({
  url,
  schema,
}: {
  readonly url: string;
  readonly schema: string | undefined;
}): Promise<Target> {
  const connections = await inTarget(async () => createConnections({ url, schema }));
  const database = new Kysely<Tables>({ dialect: createDialect({ connections, timeouts: long }) });
  try {
    // One that is refused is not changed either.
    await inTarget(() => requireEmpty(database));
    await inTarget(() => prepareDatabase({ connections, schema, mayCreate: true }));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return { database, [Symbol.asyncDispose]: () => connections.close() };
}

interface Filling {
  readonly source: Source;
  readonly transaction: Kysely<Tables>;
  readonly now: () => number;
  readonly onProgress: ((progress: CopyProgress) => void) | undefined;
}

async function fill({ source, transaction, now, onProgress = () => {} }: Filling): Promise<CopyReport> {
  source.beginSnapshot();
  const takenAt = now();
  const tables: TableComparison[] = [];
  for (const table of source.tables) tables.push(await copyTable({ table, source, transaction, onProgress }));
  const different = tables.filter(({ isEqual }) => !isEqual).map(({ table }) => table);
  if (different.length > 0)
    throw new CopyFailed(
      `Source and target differ in ${different.join(", ")}: everything was rolled back, and the target is empty again.`,
      { tables },
    );
  const { endedReplies } = await makeReady(transaction);
  const { isChanged } = source.endSnapshot();
  return { tables, takenAt, isSourceChanged: isChanged, endedReplies };
}

async function copyTable({
  table,
  source,
  transaction,
  onProgress,
}: {
  readonly table: CopiedTable;
  readonly source: Source;
  readonly transaction: Kysely<Tables>;
  readonly onProgress: (progress: CopyProgress) => void;
}): Promise<TableComparison> {
  const sums = { source: createChecksum(), target: createChecksum() };
  const rowsInSource = source.count(table);
  for (const rows of inBatches(source.rows(table))) {
    for (const row of rows) sums.source.add(row);
    await insertRows(transaction, table, rows);
    onProgress({ table: table.name, step: "copying", rows: sums.source.rows, of: rowsInSource });
  }
  for await (const rows of readBack(transaction, table)) {
    for (const row of rows) sums.target.add(row);
    onProgress({ table: table.name, step: "checking", rows: sums.target.rows, of: rowsInSource });
  }
  return compareTable({ table: table.name, rowsInSource, ...sums });
}

/** Errors of the target are reasons why it cannot be used; our own are passed on unchanged. */
async function inTarget<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const hasReason =
      cause instanceof CopyFailed || cause instanceof TypeError || cause instanceof RangeError;
    throw hasReason ? cause : new CopyFailed("The target cannot be used", { cause });
  }
}

/** A batch ends with this many rows, or when its text is as long as this, in UTF-16 units: memory stays bounded. */
const max = { rows: 500, text: 1_000_000 };

/** Rows in batches of a bounded size, each as large as a statement may well be. Holds one batch at a time. */
export function* inBatches(rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let text = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) text += value?.length ?? 0;
    if (batch.length < max.rows && text < max.text) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}
