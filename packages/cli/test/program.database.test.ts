import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { addOtherCommands } from "../src/commands/other-commands.ts";
import { createProgram } from "../src/program.ts";
import { variables } from "../src/settings/setting-variables.ts";
import { newOperator, smallAgent } from "./run-program.ts";

test("every command of the documented command line exists, and each has help", () => {
  const never = () => {
    throw new Error("help needs no parts");
  };
  const output = { line: never, table: never, json: never, note: never };
  const progress = { show: never, clear: never };
  const context = {
    output: { ...output, progress },
    folder: "/srv",
    settings: never,
    withServices: never,
    withAdmin: never,
    isElsewhere: never,
    seenVersions: { find: never, remember: never },
    now: never,
    randomBytes: never,
  };
  const program = createProgram(context);
  addOtherCommands(program, context);
  const names = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((child) => `${command.name()} ${child.name()}`),
  );
  expect(names).toEqual([
    "serve",
    ...["apply", "list", "show", "delete", "versions", "restore", "pull", "test", "schema"].map(
      (name) => `agent ${name}`,
    ),
    ...["create", "show", "check", "list", "allow", "disallow", "rate", "revoke"].map(
      (name) => `key ${name}`,
    ),
    ...["list", "show", "export", "erase"].map((name) => `session ${name}`),
    ...["take", "say", "hand-back", "done", "flag", "unflag"].map((name) => `chat ${name}`),
    "feedback list",
    ...["list", "show", "dismiss", "reopen"].map((name) => `gap ${name}`),
    "usage",
    ...["list", "set", "remove", "budget"].map((name) => `price ${name}`),
    ...["list", "set", "remove"].map((name) => `secret ${name}`),
    "knowledge answers",
    ...["push", "documents", "remove", "sync", "list", "search", "eval"].map((name) => `knowledge ${name}`),
    "console link",
    ...["list", "remove"].map((name) => `operator ${name}`),
    ...["create", "list", "revoke"].map((name) => `token ${name}`),
    ...["list", "log", "test", "replay"].map((name) => `webhook ${name}`),
    ...["show", "set", "send"].map((name) => `letter ${name}`),
    "audit",
    "migrate",
    "backup",
    "restore",
    "doctor",
    "copy",
    "conformance",
  ]);
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    expect(command.helpInformation()).toContain("--help");
    expect(command.description()).not.toBe("");
    for (const { description } of command.registeredArguments) expect(description).not.toBe("");
  }
});

test("help exits with 0 and needs no valid settings", async () => {
  await using operator = await newOperator();
  const help = await operator.runWith({ PORT: "wrong" }, "serve", "--help");
  expect(help).toMatchObject({ code: 0, err: "" });
  for (const name of Object.keys(variables)) expect(help.out).toContain(`  ${name} `);
});

test("help marks required options", async () => {
  await using operator = await newOperator();
  const { out } = await operator.run("key", "create", "--help");
  expect(out).toMatch(/--agent <id> .*\(required\)/);
  expect(out).toMatch(/--allow <pattern\.\.\.> .*\(required\)/s);
  expect(out).not.toMatch(/--name <text> .*\(required\)/);
});

test("the version is printed with exit code 0", async () => {
  await using operator = await newOperator();
  expect(await operator.run("--version")).toEqual({ code: 0, out: "0.1.0\n", err: "" });
});

test.each([
  ["an unknown command", ["dance"], "unknown command 'dance'"],
  ["an unknown subcommand", ["key", "dance"], "unknown command 'dance'"],
  ["an unknown option", ["key", "list", "--loud"], "unknown option '--loud'"],
  ["a missing argument", ["agent", "show"], "missing required argument 'id'"],
  ["a missing option", ["key", "create", "--allow", "a.example"], "required option '--agent <id>'"],
  ["a key for no site", ["key", "create", "--agent", "shop"], "--allow"],
])("%s is a usage error: exit code 2", async (_, given, sentence) => {
  await using operator = await newOperator();
  const { code, out, err } = await operator.run(...given);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toContain(sentence);
});

test("an invalid setting makes every command fail with one sentence", async () => {
  await using operator = await newOperator();
  const { code, out, err } = await operator.runWith({ SERVICECHAT_LOG_LEVEL: "loud" }, "key", "list");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toBe("SERVICECHAT_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\n");
});

test.each([
  [
    "a file",
    { SERVICECHAT_DATA_DIR: "notes.txt" },
    /^SERVICECHAT_DATA_DIR must be a folder that exists or can be created: \S+notes.txt is a file\.\n$/,
  ],
  [
    "a folder in a file",
    { SERVICECHAT_DATA_DIR: "notes.txt/a/b" },
    /^SERVICECHAT_DATA_DIR .*notes.txt is a file\.\n$/,
  ],
  [
    "a folder where none can be made",
    { SERVICECHAT_DATA_DIR: "/proc/nope" },
    /^SERVICECHAT_DATA_DIR .*: \/proc\/nope cannot be created \(ENOENT.*\)\.\n$/,
  ],
  [
    "a database in a file",
    { SERVICECHAT_DATABASE_URL: "sqlite:notes.txt/a.db" },
    /^SERVICECHAT_DATABASE_URL must name a file inside a folder .*notes.txt is a file\.\n$/,
  ],
])(
  "%s as the data directory is refused with one sentence, by every command that may create it",
  async (_, setting, sentence) => {
    await using operator = await newOperator();
    await operator.write("notes.txt", "mine");
    for (const given of [["migrate"], ["serve"]]) {
      const { code, out, err } = await operator.runWith(setting, ...given);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(sentence);
    }
  },
);

test("missing folders are created, and only their owner can enter them", async () => {
  await using operator = await newOperator();
  const setting = { SERVICECHAT_DATA_DIR: "a/b/data", SERVICECHAT_DATABASE_URL: "sqlite:c/d/chat.db" };
  expect((await operator.runWith(setting, "migrate")).code).toBe(0);
  for (const folder of ["a", "a/b", "a/b/data", "c", "c/d"])
    expect(statSync(join(operator.folder, folder)).mode & 0o777, folder).toBe(0o700);
});

test("a service that cannot be checked is refused, but not a usage error: exit code 1", async () => {
  await using operator = await newOperator();
  const given = ["conformance", "http://127.0.0.1:9", "--key", "ak_a_b", "--origin", "https://shop.example"];
  const { code, out, err } = await operator.run(...given);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^http:\/\/127\.0\.0\.1:9\/ cannot be reached: .*\n$/);
});

test("an unusable database is refused without a stack trace", async () => {
  await using operator = await newOperator();
  await operator.write(
    "notes.txt",
    "this is no database, and long enough to be told apart from an empty file".repeat(20),
  );
  const { code, out, err } = await operator.runWith(
    { SERVICECHAT_DATABASE_URL: "sqlite:notes.txt" },
    "key",
    "list",
  );
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toMatch(/notes\.txt cannot be used: it is not a SQLite database; choose another file .*\n$/);
  expect(err).not.toMatch(/^\s+at /m);
});

test("a database of a newer version is refused with the reason, by the start and every command", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  using database = new DatabaseSync(join(operator.folder, "data/servicechat.db"));
  database.exec("insert into kysely_migration values ('9999-of-the-future', '2040-01-01T00:00:00.000Z')");
  for (const command of ["serve", "migrate"]) {
    const { code, out, err } = await operator.run(command);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^The database \S+ cannot be used: a newer version of the service wrote it\.\n$/);
  }
});

test("the first command creates a data directory that only its owner can enter", async () => {
  await using operator = await newOperator();
  expect((await operator.run("migrate")).out).toContain("is up to date");
  expect(statSync(join(operator.folder, "data")).mode & 0o777).toBe(0o700);
});

test("a backup is a complete database, and never replaces a file", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  expect(await operator.json("backup", "copy.db")).toEqual({ file: join(operator.folder, "copy.db") });
  expect((await operator.run("backup", "copy.db")).code).toBe(1);
  const nowhere = join(operator.folder, "nowhere/copy.db");
  expect(await operator.run("backup", nowhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^The backup .*copy\.db cannot be written: there is no folder .*nowhere\.\n$/,
    ) as string,
  });

  const copy = await operator.runWith(
    { SERVICECHAT_DATABASE_URL: "sqlite:copy.db" },
    "agent",
    "list",
    "--json",
  );
  expect(JSON.parse(copy.out)).toMatchObject([{ id: "shop", name: "Shop", model: "extractive" }]);
});

test.each(["doctor", "backup x.db", "migrate", "console link", "serve", "restore x.db"])(
  "%s works only on the machine itself",
  async (words) => {
    await using operator = await newOperator();
    expect(await operator.run(...words.split(" "), "--url", "https://chat.example")).toMatchObject({
      code: 2,
      err: expect.stringContaining("works only on the machine itself"),
    });
  },
);
