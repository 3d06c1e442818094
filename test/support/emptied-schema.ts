import { runSql, temporarySchema } from "./test-servers.ts";

interface FreeSchema {
  readonly schema: string;
  /** How often it was emptied. */
  readonly uses: number;
}

/** Schemas of this process that no test is using, with the service's tables, all empty. */
const free: FreeSchema[] = [];

/** Deleted rows stay in tables and indexes until these are vacuumed, and a test server may have no autovacuum. */
const usesBetweenVacuums = 10;

/**
 * A schema of PostgreSQL for the service to open, whose tables are empty or not created yet. An earlier test may have
 * used it: creating and dropping all tables takes twenty times as long as emptying them. For tests that do not change
 * tables and indexes; others use a `temporarySchema`.
 */
export function emptiedSchema(url: string): AsyncDisposable & { readonly schema: string } {
  const { schema, uses } = free.pop() ?? { schema: temporarySchema(url).schema, uses: 0 };
  return {
    schema,
    async [Symbol.asyncDispose]() {
      await runSql(url, emptyTables(schema));
      if (uses % usesBetweenVacuums === usesBetweenVacuums - 1) await vacuum(url, schema);
      free.push({ schema, uses: uses + 1 });
    },
  };
}

async function vacuum(url: string, schema: string): Promise<void> {
  const tables = await runSql(url, `select tablename from pg_tables where schemaname = '${schema}'`);
  const names = tables.map(({ tablename }) => `${schema}.${String(tablename)}`);
  if (names.length > 0) await runSql(url, `vacuum ${names.join(", ")}`);
}

/**
 * Deletes all rows but those of the migrations: repeatedly, if another table still refers to them, or a trigger has
 * written more. Emptying tables' files with `truncate` would take as long as creating them.
 */
const emptyTables = (schema: string) => `
  set client_min_messages = warning;
  set search_path = ${schema};
  do $$
  declare
    name text;
    deleted bigint;
    isDone boolean := false;
  begin
    while not isDone loop
      isDone := true;
      for name in select tablename from pg_tables
        where schemaname = '${schema}' and tablename !~ '^kysely_' and tablename <> 'revision'
      loop
        begin
          execute format('delete from %I', name);
          get diagnostics deleted = row_count;
          isDone := isDone and deleted = 0;
        exception when foreign_key_violation then
          isDone := false;
        end;
      end loop;
    end loop;
    perform setval(format('%I', sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = '${schema}';
    if to_regclass('revision') is not null then
      update revision set value = 0;
    end if;
  end $$`;
