import { runSql } from "./run-sql.ts";
import { findPostgres, oldestPostgres } from "./find-postgres.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import type { Choices, Room } from "./choose-server.ts";

/** Where a test run may find PostgreSQL. The names of all its databases start with the run's. */
export function postgresChoices(run: string, environment = process.env): Choices {
  const variable = "SERVICECHAT_TEST_POSTGRES_URL";
  const programs = findPostgres(environment);
  return {
    variable,
    named: environment[variable],
    usual: "postgres://postgres@127.0.0.1:5432/postgres",
    check: checkPostgres,
    take: (url) => takeDatabase(url, run),
    startOwn: programs === undefined ? undefined : () => startOwn(programs),
  };
}

async function checkPostgres(url: string): Promise<void> {
  const [about] = await runSql(
    url,
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  const version = Number(about?.["version"]);
  if (version < oldestPostgres) throw new Error(`it is version ${version}, and ${oldestPostgres} is needed`);
}

async function takeDatabase(url: string, run: string): Promise<Room> {
  // The server's own encoding may be different; the service needs this one.
  await runSql(url, `create database ${run} template template0 encoding 'UTF8'`);
  const address = new URL(url);
  address.pathname = `/${run}`;
  return {
    url: address.href,
    async close() {
      const all = await runSql(url, `select datname from pg_database where starts_with(datname, '${run}')`);
      for (const { datname } of all) await runSql(url, `drop database "${String(datname)}" with (force)`);
    },
  };
}

async function startOwn(programs: string): Promise<Room> {
  const server = await startOwnPostgres(programs);
  return { url: server.url, close: async () => server[Symbol.asyncDispose]() };
}
