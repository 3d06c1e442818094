import { appendFileSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";
import type { Client as PostgresClient } from "pg";
import type { StatementReads } from "./statement-reads.ts";

/*
 * Loaded before the program (`node --import count-reads.ts?to=FILE`, which lies in the working directory): writes down what each statement read, with the
 * place in the code that ran it. A line is added whenever a statement of one place read more than before.
 *
 * SQLite: pages, by the bytes that this thread has read while the statement ran, which Linux counts; there is next to no
 * page cache. PostgreSQL: pages and rows, triggers and cascades included, by its counters of the transaction.
 */

const target = new URL(import.meta.url).searchParams.get("to") ?? "";
const pageBytes = 4_096;
/** Frames of the drivers: the place is the first one that calls them. */
const drivers =
  /storage\/src\/(?:sqlite\/(?:open-connection|dialect|exclusive|statement-cache|connection-queue|reader|storage-failure)|postgres\/(?:connections|pooled-connection|query-timeouts|storage-failure|dialect))\b|node_modules/;

Error.stackTraceLimit = 60;
const most = new Map<string, number>();

/** The function and the line that ran a statement. */
function placeOf(stack: string | undefined): string {
  const frames = (stack ?? "").split("\n").filter((line) => /packages\/[\w-]+\/src\//.test(line));
  const frame = frames.find((line) => !drivers.test(line)) ?? frames.at(-1);
  const found = /packages\/([\w/.-]+:\d+):\d+/.exec(frame ?? "");
  return found?.[1] ?? (isMainThread ? "" : "the reading thread");
}

function note(reads: Omit<StatementReads, "place" | "text">, text: string, stack: string | undefined): void {
  const place = placeOf(stack);
  // However many values a list has, it is the same statement.
  const same = text
    .replaceAll(/\((?:\s*(?:\?|\$\d+)\s*,?)+\)(?:, \((?:\s*(?:\?|\$\d+)\s*,?)+\))*/g, "(?)")
    .slice(0, 4_000);
  const key = `${place.replace(/:\d+$/, "")} ${same}`;
  const amount = reads.pages + reads.rows;
  if (amount <= (most.get(key) ?? -1)) return;
  most.set(key, amount);
  appendFileSync(target, `${JSON.stringify({ ...reads, place, text: same })}\n`);
}

countSqlite();
if (isMainThread && process.env["SERVICECHAT_DATABASE_URL"]?.startsWith("postgres")) countPostgres();

function countSqlite(): void {
  const counter = openSync("/proc/thread-self/io", "r");
  const buffer = Buffer.alloc(512);
  const bytesRead = () => {
    const length = readSync(counter, buffer, 0, buffer.length, 0);
    return Number(/^rchar: (\d+)/.exec(buffer.toString("latin1", 0, length))?.[1]);
  };
  const [first, second] = [bytesRead(), bytesRead()];
  const own = second - first;

  // oxlint-disable-next-line typescript/unbound-method -- called with their own `this`
  const { prepare, exec } = DatabaseSync.prototype;
  const texts = new WeakMap<StatementSync, { readonly text: string; readonly database: DatabaseSync }>();
  const uncached = new WeakSet<DatabaseSync>();
  function forgetPages(database: DatabaseSync): void {
    if (uncached.has(database)) return;
    uncached.add(database);
    exec.call(database, "pragma cache_size = 1; pragma cache_spill = off");
  }

  function counted<Result>(database: DatabaseSync, text: string, run: () => Result): Result {
    // The log is read through where nobody waits for it, in a thread.
    const isCounted = isMainThread
      ? /^\s*(?:select|insert|update|delete|with|pragma wal_checkpoint)\b/i
      : /^\s*(?:select|with)\b/i;
    if (!isCounted.test(text)) return run();
    forgetPages(database);
    const before = bytesRead();
    const result = run();
    const pages = Math.round((bytesRead() - before - own) / pageBytes);
    const plan = pages > 30 && !text.startsWith("pragma") ? planOf(database, text) : "";
    note({ pages, rows: 0, tables: plan }, text, new Error().stack);
    return result;
  }

  /** The steps of the plan that look through a table, or else all. */
  function planOf(database: DatabaseSync, text: string): string {
    try {
      const steps = prepare
        .call(database, `explain query plan ${text}`)
        .all()
        .map(({ detail }) => String(detail));
      const scans = steps.filter((step) => step.startsWith("SCAN"));
      return (scans.length > 0 ? scans : steps).join("; ").slice(0, 300);
    } catch {
      return "";
    }
  }

  DatabaseSync.prototype.prepare = function (text: string) {
    const statement = prepare.call(this, text);
    texts.set(statement, { text, database: this });
    return statement;
  };
  DatabaseSync.prototype.exec = function (text: string) {
    if (/cache_size/.test(text)) uncached.delete(this);
    return counted(this, text, () => exec.call(this, text));
  };
  for (const name of ["get", "all", "run"] as const) {
    const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
    Object.defineProperty(StatementSync.prototype, name, {
      value(this: StatementSync, ...values: unknown[]) {
        const run = () => original.apply(this, values);
        const prepared = texts.get(this);
        return prepared === undefined ? run() : counted(prepared.database, prepared.text, run);
      },
    });
  }
}

function countPostgres(): void {
  const program = createRequire(new URL("../../packages/storage/src/index.ts", import.meta.url));
  const { Client } = program("pg") as { readonly Client: typeof PostgresClient };
  type Query = (this: PostgresClient, ...given: unknown[]) => Promise<{ readonly rows: readonly Count[] }>;
  interface Count {
    readonly name: string;
    readonly pages: string;
    readonly rows: string;
  }
  type Counts = ReadonlyMap<string, { readonly pages: number; readonly rows: number }>;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const original = Client.prototype.query as unknown as Query;
  const before = new WeakMap<PostgresClient, Counts>();
  const last = new WeakMap<PostgresClient, Promise<unknown>>();

  /** What the transaction has read so far, of each table with its indexes. */
  async function countsOf(client: PostgresClient): Promise<Counts> {
    const { rows } = await original.call(
      client,
      `select coalesce(i.indrelid, c.oid)::regclass::text as name, sum(pg_stat_get_xact_blocks_fetched(c.oid)) as pages,
          sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid)) as rows
        from pg_class c left join pg_index i on i.indexrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'i') group by 1
        having sum(pg_stat_get_xact_blocks_fetched(c.oid)) > 0`,
    );
    return new Map(
      rows.map(({ name, pages, rows: read }) => [name, { pages: Number(pages), rows: Number(read) }]),
    );
  }

  async function noteSince(client: PostgresClient, text: string, stack: string | undefined): Promise<void> {
    const [earlier, now] = [before.get(client), await countsOf(client)];
    before.set(client, now);
    const grown = [...now]
      .map(([name, { pages, rows }]) => {
        const had = earlier?.get(name) ?? { pages: 0, rows: 0 };
        return { name, pages: pages - had.pages, rows: rows - had.rows };
      })
      .filter(({ pages }) => pages > 0)
      .toSorted((one, other) => other.pages + other.rows - one.pages - one.rows);
    const sum = (which: "pages" | "rows") => grown.reduce((all, each) => all + each[which], 0);
    const tables = grown.slice(0, 4).map(({ name, pages, rows }) => `${name} ${pages} pages ${rows} rows`);
    note({ pages: sum("pages"), rows: sum("rows"), tables: tables.join(", ") }, text, stack);
  }

  async function counted(client: PostgresClient, given: unknown[], stack: string | undefined) {
    const [config] = given as [string | { readonly text: string }];
    const text = typeof config === "string" ? config : config.text;
    const run = () => original.apply(client, given);
    const status = client.getTransactionStatus();
    if (/^\s*begin/i.test(text)) {
      const begun = await run();
      before.set(client, await countsOf(client));
      return begun;
    }
    if (status === "T" && !/^\s*(?:commit|rollback)/i.test(text)) {
      const result = await run();
      await noteSince(client, text, stack);
      return result;
    }
    if (status !== "I" || !/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return run();
    await original.call(client, "begin");
    before.set(client, await countsOf(client));
    try {
      const result = await run();
      await noteSince(client, text, stack);
      await original.call(client, "commit");
      return result;
    } catch (error) {
      await original.call(client, "rollback");
      throw error;
    }
  }

  Object.defineProperty(Client.prototype, "query", {
    value(this: PostgresClient, ...given: unknown[]) {
      const [config] = given as [unknown];
      const isPromised = given.every((each) => typeof each !== "function");
      const isPlain =
        typeof config === "string" || (typeof config === "object" && config !== null && "text" in config);
      if (!isPromised || !isPlain) return original.apply(this, given);
      const { stack } = new Error();
      const result = (last.get(this) ?? Promise.resolve()).then(() => counted(this, given, stack));
      last.set(
        this,
        result.catch(() => undefined),
      );
      return result;
    },
  });
}
