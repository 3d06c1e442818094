import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findTestPostgres, runSql, temporaryDatabase } from "../../../test/support/test-servers.ts";
import { nowhere } from "./examine.ts";
import { newOperator, smallAgent } from "./run-program.ts";

const { missing } = await findTestPostgres();

/** All commands that work on existing data, with all required arguments. */
const commands = [
  ["agent", "list"],
  ["agent", "show", "shop"],
  ["agent", "delete", "shop"],
  ["key", "create", "--agent", "shop", "--allow", "shop.example"],
  ["key", "list"],
  ["key", "allow", "abc", "shop.example"],
  ["key", "disallow", "abc", "shop.example"],
  ["key", "rate", "abc", "60"],
  ["key", "revoke", "abc"],
  ["session", "list"],
  ["session", "show", "ses_1"],
  ["session", "export", "ses_1"],
  ["session", "erase", "ses_1"],
  ["feedback", "list"],
  ["gap", "list"],
  ["usage"],
  ["knowledge", "sync", "shop"],
  ["knowledge", "list", "shop"],
  ["knowledge", "search", "shop", "tents"],
  ["backup", "copy.db"],
];

test("without a database a command names the folder and the setting, exits with 1 and creates nothing", async () => {
  await using operator = await newOperator();
  for (const words of [...commands, ["session", "list", "--json"]]) {
    const { code, out, err } = await operator.run(...words);
    expect({ words, code, out }).toEqual({ words, code: 1, out: "" });
    expect(err).toMatch(/^There is no database in \S+\/data\. .* SERVICECHAT_DATA_DIR .*\.\n$/);
    expect(err).toContain(join(operator.folder, "data"));
  }
  expect(readdirSync(operator.folder)).toEqual([]);
});

test("a missing file that SERVICECHAT_DATABASE_URL names is reported with that setting", async () => {
  await using operator = await newOperator();
  const setting = { SERVICECHAT_DATABASE_URL: "sqlite:elsewhere/chat.db" };
  const { code, out, err } = await operator.runWith(setting, "key", "list");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  const file = join(operator.folder, "elsewhere/chat.db");
  expect(err).toMatch(/^There is no database at \S+\. Set SERVICECHAT_DATABASE_URL /);
  expect(err).toContain(file);
  expect(readdirSync(operator.folder)).toEqual([]);
});

test("an empty file is not a database to read from, and stays empty", async () => {
  await using operator = await newOperator();
  await operator.write("empty.db", "");
  const setting = { SERVICECHAT_DATABASE_URL: "sqlite:empty.db" };
  const { code, err } = await operator.runWith(setting, "session", "list");
  expect(code).toBe(1);
  expect(err).toMatch(
    /empty\.db cannot be used: it is empty; the first start of the service sets it up\.\n$/,
  );
  expect((await operator.runWith(setting, "migrate")).code).toBe(0);
  expect((await operator.runWith(setting, "session", "list")).code).toBe(0);
});

test("the first 'agent apply' creates the database, and says where; a dry run only says what it would do", async () => {
  await using operator = await newOperator();
  const file = await operator.write("shop.yaml", smallAgent);
  const dry = await operator.run("agent", "apply", file, "--dry-run");
  expect(dry).toEqual({ code: 0, out: "Agent 'shop' would be created.\n", err: "" });
  expect(existsSync(join(operator.folder, "data"))).toBe(false);

  const database = join(operator.folder, "data/servicechat.db");
  const first = await operator.run("agent", "apply", file);
  expect(first).toMatchObject({ code: 0, err: `There was no database, so ${database} was created.\n` });
  expect((await operator.run("agent", "apply", file)).err).toBe("");
  expect(await operator.json("key", "list")).toEqual([]);
});

test("the doctor says where it looked for a missing database, and creates none", async () => {
  await using operator = await newOperator();
  const { code, out } = await operator.runWith(nowhere, "doctor");
  expect(code).toBe(1);
  const data = join(operator.folder, "data");
  expect(out).toContain(`problem  database: there is none in ${data}\n         -> run this in the folder of`);
  expect(out).toContain("SERVICECHAT_DATA_DIR");
  expect(existsSync(data)).toBe(false);
});

describe.skipIf(missing)(missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`, () => {
  test("a command that only reads does not set up an empty database", async () => {
    await using operator = await newOperator();
    await using database = await temporaryDatabase();
    const setting = { SERVICECHAT_DATABASE_URL: database.url };
    const { code, out, err } = await operator.runWith(setting, "agent", "list");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/cannot be used: it is empty; the first start of the service sets it up\.\n$/);
    expect(await runSql(database.url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    expect(existsSync(join(operator.folder, "data"))).toBe(false);

    const file = await operator.write("shop.yaml", smallAgent);
    expect((await operator.runWith(setting, "agent", "apply", file)).code).toBe(0);
    expect((await operator.runWith(setting, "agent", "list")).out).toContain("shop");
  });
});
