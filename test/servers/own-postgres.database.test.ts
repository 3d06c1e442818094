import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findPostgres } from "./find-postgres.ts";
import { runSql } from "./run-sql.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const programs = findPostgres();

test.skipIf(programs === undefined)(
  `the run's own PostgreSQL requires its password, keeps its data, and leaves nothing behind${programs ? "" : " (none is installed)"}`,
  async () => {
    const own = await startOwnPostgres(programs ?? "");
    const [about] = await runSql(
      own.url,
      `select current_setting('data_directory') as folder, current_setting('listen_addresses') as addresses,
        current_setting('server_encoding') as encoding, lower('Ж') as small`,
    );
    expect(about).toMatchObject({ addresses: "127.0.0.1", encoding: "UTF8", small: "ж" });
    expect(existsSync(String(about?.["folder"]))).toBe(true);
    const guessed = new URL(own.url);
    guessed.password = "guessed";
    await expect(runSql(guessed.href, "select 1")).rejects.toThrow("password authentication failed");

    await runSql(own.url, "create table kept as select 1 as one");
    for (const how of ["fast", "crash"] as const) {
      await own.stop(how);
      await expect(runSql(own.url, "select 1")).rejects.toThrow();
      await own.start();
    }
    expect(await runSql(own.url, "select one from kept")).toEqual([{ one: 1 }]);

    await own[Symbol.asyncDispose]();

    expect(existsSync(String(about?.["folder"]))).toBe(false);
    await expect(runSql(own.url, "select 1")).rejects.toThrow();
  },
);

test("if its programs cannot be run, the reason is theirs", async () => {
  await expect(startOwnPostgres("/nowhere")).rejects.toThrow("ENOENT");
});
