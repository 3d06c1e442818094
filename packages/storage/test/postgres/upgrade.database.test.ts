import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { lockMs } from "../../src/postgres/prepare-database.ts";
import { short } from "../../src/postgres/query-timeouts.ts";
import { postgresMigrations } from "../../src/postgres/schema.ts";
import { everythingOf, fillTables } from "../copy/installation.ts";
import { undoSteps } from "../copy/undo-steps.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => {
  test("a filled database of the version before takes each later step once, and keeps its contents", async () => {
    await using database = emptyDatabase();
    const filled = await database.open();
    await fillTables(filled);
    const before = await everythingOf(filled);
    const alerts = () => database.run("select * from waiting_alerts order by session_id");
    const schema = () =>
      database.run(
        `select table_name, column_name from information_schema.columns
         where table_schema = '${database.schema}' order by 1, 2`,
      );
    const [alertsBefore, schemaBefore] = [await alerts(), await schema()];
    expect(alertsBefore).not.toEqual([]);
    await database.run(undoSteps);
    expect(await schema()).not.toEqual(schemaBefore);

    const upgraded = await database.open();
    expect(await everythingOf(upgraded)).toEqual(before);
    expect(await alerts()).toEqual(alertsBefore);
    expect(await schema()).toEqual(schemaBefore);
    const steps = await database.run("select name from kysely_migration order by name");
    expect(steps.map(({ name }) => name)).toEqual(Object.keys(postgresMigrations));
  });

  test("a step that must wait for a backup keeps no node from reading, and is taken when the backup is over", async () => {
    await using database = emptyDatabase();
    await database.open();
    await database.run(undoSteps);
    const backup = new Client({ connectionString: database.url });
    await backup.connect();
    try {
      await backup.query(`begin; lock table ${database.schema}.waiting_alerts in access share mode`);
      let isOpen = false;
      const opened = database.open().then(() => (isOpen = true));
      await expect.poll(() => waiting(database.schema), { interval: 5 }).toBe(true);
      // Whoever reads waits behind the migration, which gives way long before the backup ends, and before a visitor has to.
      expect(lockMs).toBeLessThan(short.statementMs);
      await database.run("set statement_timeout = 60000; select count(*) from waiting_alerts");
      expect(isOpen).toBe(false);
      await backup.query("commit");
      await opened;
      await expect(database.run("select mailed_at from waiting_alerts")).rejects.toThrow(/mailed_at/);
    } finally {
      await backup.end();
    }

    async function waiting(schema: string): Promise<boolean> {
      const rows = await database.run(
        `select 1 from pg_locks where not granted and relation = '${schema}.waiting_alerts'::regclass`,
      );
      return rows.length > 0;
    }
  });
});
