import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { copiedTables } from "../src/schema/table-names.ts";
import { CopyFailed, copyToPostgres } from "../src/copy/index.ts";
import { openSqlite } from "../src/sqlite/index.ts";
import {
  everythingOf,
  filledTables,
  fillTables,
  installation,
  type Installation,
} from "./copy/installation.ts";
import { isMissing, title } from "./postgres/database.ts";
import { startTcpProxy } from "./postgres/tcp-proxy.ts";
import { temporaryFolder } from "./sqlite/temporary-folder.ts";
import { putAgent } from "./suite/samples.ts";

/** Nothing answers there, so a copy that got that far fails with another sentence. */
const nowhere = "postgres://chat:hunter2@127.0.0.1:1/chat";

/** The refusal of a copy. */
async function refusal(copy: Promise<unknown>): Promise<CopyFailed> {
  const error = await copy.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CopyFailed) return error;
  throw new Error("The copy was not refused.", { cause: error });
}

const refusedSource = (file: string) => refusal(copyToPostgres({ file, url: nowhere, now: () => 1 }));

describe("a source", () => {
  test("that is not there, or no database, cannot be read, and is not made", async () => {
    await using folder = await temporaryFolder();
    expect(await refusedSource(folder.file)).toMatchObject({
      message: "The source cannot be read",
      cause: { message: "unable to open database file" },
    });
    const notes = join(folder.path, "notes.txt");
    await writeFile(notes, "This is a text that has nothing to do with a database. ".repeat(20));
    expect(await refusedSource(notes)).toMatchObject({
      message: "The source cannot be read",
      cause: { message: "file is not a database" },
    });
  });

  test("that is a database of something else, or empty, is none of this service", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "other.db");
    await writeFile(file, "");
    expect((await refusedSource(file)).message).toBe("The source is not a database of this service.");
    using other = new DatabaseSync(file);
    other.exec("create table agents (id)");
    expect((await refusedSource(file)).message).toBe("The source is not a database of this service.");
  });

  test.each([
    ["an older version", "delete from kysely_migration where name > '0001-baseline'", "servicechat migrate"],
    [
      "a version from before the first release",
      "delete from kysely_migration; insert into kysely_migration values ('0001-agents', '2026')",
      "cannot be copied",
    ],
    [
      "a newer version",
      "insert into kysely_migration values ('9999-later', '2040')",
      "copy it with that one",
    ],
  ])("that %s wrote is refused, and not brought up to date", async (version, change, advice) => {
    await using folder = await temporaryFolder();
    await (await openSqlite({ file: folder.file })).close();
    using database = new DatabaseSync(folder.file);
    database.exec(change);
    const steps = () => database.prepare("select * from kysely_migration").all();
    const before = steps();
    const { message } = await refusedSource(folder.file);
    expect(message).toContain(version);
    expect(message).toContain(advice);
    expect(steps()).toEqual(before);
  });
});

test("a target that cannot be reached, or whose address is none, is refused without its password", async () => {
  await using folder = await temporaryFolder();
  await (await openSqlite({ file: folder.file })).close();
  for (const url of [nowhere, "hunter2", "http://chat:hunter2@db.internal/chat"]) {
    const error = await refusal(copyToPostgres({ file: folder.file, url, now: () => 1 }));
    expect(error.message).toBe("The target cannot be used");
    expect(error.cause).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
  }
});

describe.skipIf(isMissing)(title, () => {
  /** Copies where it must not succeed. */
  async function refusedCopy(made: Installation): Promise<CopyFailed> {
    return refusal(made.copy());
  }

  test("a target that holds data is refused by the names of its tables, and stays as it was", async () => {
    await using made = await installation(fillTables);
    const storage = await made.target.open();
    await putAgent(storage, "mine");
    await storage.keyValues.save("a", "b");
    const before = await everythingOf(storage);
    expect((await refusedCopy(made)).message).toBe(
      "The target already contains data, in agents, agent_versions, notes. You can only copy into an empty database. Nothing was changed.",
    );
    expect(await everythingOf(storage)).toEqual(before);
    expect(await storage.keyValues.take("a")).toBe("b");
  });

  test("a copy is not made twice into one target", async () => {
    await using made = await installation(fillTables);
    await made.copy();
    expect((await refusedCopy(made)).message).toContain(
      "already contains data, in agents, agent_versions, keys, ",
    );
  });

  test("a target with a table of somebody else's is refused before anything is made in it", async () => {
    await using made = await installation(fillTables);
    const { schema } = made.target;
    await made.target.run(
      `create schema ${schema}; create table ${schema}.keys (id int); insert into ${schema}.keys values (1)`,
    );
    expect((await refusedCopy(made)).message).toContain("already contains data, in keys");
    const tables = await made.target.run(`select tablename from pg_tables where schemaname = '${schema}'`);
    expect(tables).toEqual([{ tablename: "keys" }]);
  });

  const onInsert = (name: string, body: string) => `
    create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$;
    create trigger ${name} before insert on messages for each row execute function ${name}()`;

  test.each([
    ["changes a text", "new.content := new.content || ' '; return new;"],
    ["changes a number", "new.created_at := new.created_at + 1; return new;"],
    ["drops a row", "return case when new.position = 1 then null else new end;"],
  ])("a target that %s on the way differs: the tables are named, and all is taken back", async (_, body) => {
    await using made = await installation(fillTables);
    await (await made.target.open()).close();
    await made.target.run(onInsert("spoil", body));
    const { message, tables } = await refusedCopy(made);
    expect(message).toBe(
      "Source and target differ in messages: everything was rolled back, and the target is empty again.",
    );
    expect(tables.map(({ table, isEqual }) => [table, isEqual])).toEqual(
      tables.map(({ table }) => [table, table !== "messages"]),
    );
    expect(tables).toHaveLength(copiedTables.length);
    expect(await filledTables(made.target)).toEqual([]);

    await made.target.run("drop trigger spoil on messages");
    expect((await made.copy()).tables.every(({ isEqual }) => isEqual)).toBe(true);
  });

  test("what PostgreSQL cannot hold is refused with the name of its table, and all is taken back", async () => {
    await using made = await installation(fillTables);
    using source = new DatabaseSync(made.file);
    source.exec("update notes set value = 'a' || char(0) || 'b'");
    source.close();
    const { message, cause } = await refusedCopy(made);
    expect(message).toBe("PostgreSQL rejects what the source has in notes");
    expect(cause).toMatchObject({ message: expect.stringContaining("0x00") as string });
    expect(await filledTables(made.target)).toEqual([]);
  });

  test("a connection that breaks in the middle leaves the target empty, and the next copy succeeds", async () => {
    await using made = await installation(fillTables);
    await using proxy = await startTcpProxy(made.target.url);
    const onProgress = ({ table }: { readonly table: string }) => {
      if (table === "replies") proxy.cut();
    };
    const { message } = await refusal(made.copy({ url: proxy.url, onProgress }));
    expect(message).toBe("The target cannot be used");
    expect(await filledTables(made.target)).toEqual([]);
    await made.copy();
  });
});
