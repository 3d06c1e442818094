import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { types } from "pg";
import { describe, expect, test } from "vitest";
import { withSettings } from "../../src/postgres/connection-settings.ts";
import { createConnections } from "../../src/postgres/connections.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import { namedFailure } from "../../src/postgres/storage-failure.ts";
import { DatabaseUnfit, StorageUnavailable } from "../../src/index.ts";
import { DatabaseError } from "pg";
import { emptyDatabase, isMissing, title, url } from "./database.ts";

test("an address that is none is refused without being named, since it may hold a password", async () => {
  for (const url of [
    "hunter2",
    "http://chat:hunter2@db.internal/chat",
    "postgres://chat:hunter2@db:port/x",
  ]) {
    const failure = await openPostgres({ url }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(/address must look like postgres:/) });
    expect(inspect(failure)).not.toContain("hunter2");
  }
});

test("a database that is not there is unavailable, and its password is in no error", async () => {
  const failure = await openPostgres({ url: "postgres://chat:hunter2@127.0.0.1:1/chat" }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StorageUnavailable);
  expect(inspect(failure)).not.toContain("hunter2");
});

test("a schema with a name that would need quotes is refused", async () => {
  for (const schema of ["Chat", "a b", "a;b", "1a", "a-c", ""]) {
    await expect(openPostgres({ url: "postgres://127.0.0.1:1/chat", schema })).rejects.toThrow(/schema/);
  }
});

test("options that the address has already are kept", () => {
  const address = withSettings("postgres://h/d?options=-c%20geqo%3Doff&sslmode=disable", "chat");
  const { searchParams } = new URL(address);
  expect(searchParams.get("options")).toMatch(/^-c geqo=off -c .*-c search_path=chat$/);
  expect(searchParams.get("sslmode")).toBe("disable");
});

test("every failing state of the database has one name, its detail in the cause; faults of our own keep theirs", () => {
  const failing = (code: string) =>
    Object.assign(new DatabaseError("PostgreSQL says no", 0, "error"), { code });
  // Connection failure, too many connections, disk full, shut down, starting up, cancelled, no lock, deadlock,
  // serialization, read only, wrong password, no such database, input/output, damaged
  const states = ["08006", "53300", "53100", "57P01", "57P03", "57014", "55P03", "40P01", "40001", "25006"];
  for (const code of [...states, "28P01", "3D000", "58030", "XX001"]) {
    const error = failing(code);
    expect(namedFailure(error)).toBeInstanceOf(StorageUnavailable);
    expect(namedFailure(error)).toMatchObject({ cause: error });
  }
  // Duplicate, no such parent, no such table, syntax, NUL in a text, number out of range
  for (const code of ["23505", "23503", "42P01", "42601", "22021", "22003"]) {
    const error = failing(code);
    expect(namedFailure(error)).toBe(error);
  }
  const fault = new TypeError("ours");
  expect(namedFailure(fault)).toBe(fault);
  expect(namedFailure(new Error("socket hang up"))).toBeInstanceOf(StorageUnavailable);
});

describe.skipIf(isMissing)(title, () => {
  test("a database that lets nobody in, such as one that is being restored, is unavailable", async () => {
    const closed = new URL(url);
    closed.pathname = "/template0";
    await expect(openPostgres({ url: closed.href })).rejects.toThrow(StorageUnavailable);
  });

  test("Promise 2: a commit waits for the disk, also where the database's default is another", async () => {
    await using database = emptyDatabase();
    const careless = new URL(database.url);
    careless.searchParams.set("options", "-c synchronous_commit=off");
    const connections = createConnections({ url: careless.href, schema: undefined });
    const setting = async () =>
      (await connections.query({ text: "show synchronous_commit" })).rows as readonly unknown[];
    expect(await setting()).toEqual([{ synchronous_commit: "on" }]);
    await connections.transaction((connection) => connection.query({ text: "select 1" }), {
      text: "begin; set local synchronous_commit = off",
    });
    expect(await setting()).toEqual([{ synchronous_commit: "on" }]);
    await connections.close();
  });

  test("times are numbers here, and other users of the client library still get text", async () => {
    await using database = emptyDatabase();
    const connections = createConnections({ url: database.url, schema: undefined });
    const { rows } = await connections.query({ text: "select 1764000000000::bigint as at" });
    expect(rows).toEqual([{ at: 1_764_000_000_000 }]);
    await connections.close();
    expect(types.getTypeParser(types.builtins.INT8)("1764000000000")).toBe("1764000000000");
  });

  test("a transaction that is not ended is not handed to the next user", async () => {
    await using database = emptyDatabase();
    const connections = createConnections({ url: database.url, schema: undefined });
    const pid = { text: "select pg_backend_pid() as pid" };
    const before = await connections.query(pid);
    const lent = await connections.lend({ statementMs: 1000, answerMs: 1000 });
    await lent.query({ text: "begin" });
    lent.release();
    const after = await connections.query(pid);
    expect(after.rows).not.toEqual(before.rows);
    await connections.close();
  });

  test("a copy of the database is the work of PostgreSQL's own tool, and the error names it", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await expect(storage.backup(join(tmpdir(), "never-written"))).rejects.toThrow(/pg_dump/);
  });

  test("a database that a newer version wrote is refused and left as it is", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await storage.close();
    await database.run("insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')");
    const steps = () => database.run("select name from kysely_migration order by name");
    const before = await steps();
    await expect(database.open()).rejects.toThrow(/a newer version of the service wrote it/);
    expect(await steps()).toEqual(before);
  });

  test("a database from before the first release is refused by name and left as it is", async () => {
    await using database = emptyDatabase();
    await (await database.open()).close();
    await database.run(
      "delete from kysely_migration; insert into kysely_migration values ('0001-agents', '2026')",
    );
    const steps = () => database.run("select * from kysely_migration");
    const before = await steps();
    await expect(database.open()).rejects.toThrow(
      new DatabaseUnfit(
        "a version from before the first release wrote it, which cannot be upgraded; choose another database with SERVICECHAT_DATABASE_URL to begin anew, or continue to run the version that wrote it",
      ),
    );
    expect(await steps()).toEqual(before);
  });

  test("a database in which another program has a table of the same name is refused and left as it is", async () => {
    await using database = emptyDatabase();
    const { schema } = database;
    await database.run(`create schema ${schema}; create table ${schema}.messages (subject text)`);
    await expect(database.open()).rejects.toThrow(
      new DatabaseUnfit(
        "it already contains another program's table 'messages'; use a separate database for the service",
      ),
    );
    const tables = database.run(`select tablename from pg_tables where schemaname = '${schema}'`);
    expect(await tables).toEqual([{ tablename: "messages" }]);
  });

  test("opening does not mind what another application does beside it", async () => {
    await using database = emptyDatabase();
    let isBusy = true;
    const other = `${database.schema}_other`;
    const tables = Array.from(
      { length: 20 },
      (_, index) => `create table ${other}.t${index} (a int, b int)`,
    ).join(";");
    const busy = (async () => {
      while (isBusy) {
        await database.run(`create schema ${other}; ${tables}`);
        await database.run(`set client_min_messages = warning; drop schema ${other} cascade`);
      }
    })();
    for (let round = 0; round < 20; round++) await (await database.open()).close();
    isBusy = false;
    await busy;
  });
});
