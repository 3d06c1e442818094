import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { findTestPostgres, runSql, temporaryDatabase } from "../../../test/support/test-servers.ts";
import { ask, history, post } from "../../../test/support/visitor.ts";
import { copyAddresses } from "../src/commands/copy.ts";
import { adviceOnSecret, findSecretLocation } from "../src/commands/run-copy.ts";
import { createProgressLine } from "../src/output/progress-line.ts";
import { newOperator, smallAgent } from "./run-program.ts";

const { missing } = await findTestPostgres();
const title = missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`;

const nowhere = "postgres://chat:hunter2@127.0.0.1:1/chat";

/** What `copy --json` prints. */
interface Copied {
  readonly sourceChanged: boolean;
  readonly endedReplies: number;
  readonly tables: readonly { readonly table: string; readonly equal: boolean }[];
  readonly secret: { readonly variable: string; readonly file: string };
}

/** An operator with one agent in `data/servicechat.db`. */
async function withAgent() {
  const operator = await newOperator();
  await operator.json("agent", "apply", await operator.write("shop.yaml", smallAgent));
  return operator;
}

/** Makes PostgreSQL do something to every row that is inserted into a table. */
const onInsert = (table: string, deed: string) => `
  create function deed() returns trigger language plpgsql as $$ begin ${deed} return new; end $$;
  create trigger deed before insert on ${table} for each row execute function deed()`;

test.each([
  ["--from is PostgreSQL", nowhere, nowhere, "--from must be sqlite:<path>"],
  ["--from is a bare path", "data/servicechat.db", nowhere, "--from must be sqlite:<path>"],
  ["--from has no path", "sqlite:", nowhere, "--from must be sqlite:<path>"],
  [
    "--to names no database",
    "sqlite:a.db",
    "postgres://chat:hunter2@db",
    "--to must be postgres://user:password@host/database",
  ],
  ["--to is SQLite", "sqlite:a.db", "sqlite:hunter2.db", "--to must be postgres://user:password@host"],
  ["--to has no host", "sqlite:a.db", "postgres://chat:hunter2@", "--to must be postgres://"],
  ["--to is something else", "sqlite:a.db", "mysql://chat:hunter2@db/chat", "--to must be postgres://"],
])("%s: the error says what is allowed, and repeats no password", (_, from, to, sentence) => {
  const { wrong } = copyAddresses(from, to, "/srv") as { readonly wrong: string };
  expect(wrong).toContain(sentence);
  expect(wrong).toContain("only copy from SQLite to PostgreSQL");
  expect(wrong).not.toContain("hunter2");
});

test("addresses are accepted in every form that the settings accept", () => {
  const target = { kind: "postgres", url: "postgresql://db.internal/chat" };
  for (const from of ["sqlite:/srv/a.db", "sqlite:///srv/a.db"])
    expect(copyAddresses(from, target.url, process.cwd())).toEqual({
      source: { kind: "sqlite", file: "/srv/a.db" },
      target,
    });
});

test("swapped addresses are a usage error: exit code 2", async () => {
  await using operator = await newOperator();
  const { code, out, err } = await operator.run("copy", "--from", nowhere, "--to", "sqlite:a.db");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(
    /^error: --from must be sqlite:<path>, such as .* You can only copy from SQLite to PostgreSQL\.\n/,
  );
  expect(err).not.toContain("hunter2");
});

test("a missing source and an unreachable target are refused in one sentence each", async () => {
  await using operator = await withAgent();
  const absent = await operator.run("copy", "--from", "sqlite:absent.db", "--to", nowhere);
  expect(absent).toEqual({
    code: 1,
    out: "",
    err: `There is no database ${join(operator.folder, "absent.db")}: specify the old service's database with --from.\n`,
  });
  const silent = await operator.run("copy", "--from", "sqlite:data/servicechat.db", "--to", nowhere);
  expect(silent).toMatchObject({ code: 1, out: "" });
  expect(silent.err).toMatch(/^Anything written to .* will not be in the copy. Stop the service first\.\n/);
  expect(silent.err).toMatch(/\nThe target cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/);
  expect(silent.err).not.toContain("hunter2");
});

describe.skipIf(missing !== undefined)(title, () => {
  test("switching from SQLite to PostgreSQL with copy keeps every session usable with its old token", async () => {
    await using model = await startModelServer(() => words("one two three"));
    await using old = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    });
    await mkdir(join(old.dataDirectory, "docs"));
    const write = (text: string) =>
      writeFile(join(old.dataDirectory, "docs/returns.md"), `# Returns\n\n${text}\n`);
    await write("Parcels come back within 30 days.");
    await writeFile(
      join(old.dataDirectory, "guide.yaml"),
      "id: guide\nname: Guide\nmodel: {provider: extractive}\ntools: [search_knowledge]\nknowledge: [{files: ./docs/*.md}]\n",
    );
    await old.command("agent", "apply", join(old.dataDirectory, "guide.yaml"));
    await old.start();
    const repeated = { headers: { "Idempotency-Key": crypto.randomUUID() } };
    const { token } = await ask(old, "before the switch", repeated);
    const before = await history(old, token);
    expect((await old.end("SIGTERM")).code).toBe(0);

    await using database = await temporaryDatabase();
    const from = `sqlite:${join(old.dataDirectory, "data/servicechat.db")}`;
    const { stdout } = await old.command("copy", "--from", from, "--to", database.url, "--json");
    const { secret, sourceChanged, endedReplies } = JSON.parse(stdout) as Copied;
    expect({ sourceChanged, endedReplies }).toEqual({ sourceChanged: false, endedReplies: 0 });
    expect(secret.file).toBe(join(old.dataDirectory, "data/secret"));

    await using node = await spawnService({
      model: {},
      key: old.key,
      settings: {
        SERVICECHAT_DATABASE_URL: database.url,
        [secret.variable]: (await readFile(secret.file, "utf8")).trim(),
      },
    });
    await node.start();
    expect(await history(node, token)).toEqual(before);
    // The token of a repeated first message is derived from the secret.
    expect((await ask(node, "before the switch", repeated)).token).toBe(token);
    const next = await ask(node, "after the switch", { token });
    expect({ text: next.text, token: next.token }).toEqual({ text: "one two three", token });
    expect((await history(node, token)).map(({ content }) => content)).toEqual([
      "before the switch",
      "one two three",
      "after the switch",
      "one two three",
    ]);
    const foreign = await node.fetch("/chat-bot/config", { headers: { Origin: "https://other.example" } });
    expect(foreign.status).toBe(403);
    const found = async () =>
      (await node.command("knowledge", "search", "guide", "returning parcels", "--json")).stdout;
    expect(await found()).toContain("within 30 days");
    await write("Parcels come back within 60 days.");
    await node.command("knowledge", "sync", "guide");
    expect(await found()).toContain("within 60 days");
  });

  test("a copy beside a running service says what it lacks, and does not affect anyone", async () => {
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    await using model = await startModelServer(({ messages }) =>
      messages.at(-1)?.content === "long question"
        ? ["Half an", { until: mayEnd }, " answer"]
        : words("one two three"),
    );
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    });
    await service.start();
    const answer = await post(service, "long question");
    const token = answer.headers.get("X-Session-Token") ?? "";

    await using database = await temporaryDatabase();
    await using operator = await newOperator();
    await operator.runWith({ SERVICECHAT_DATABASE_URL: database.url }, "migrate");
    await runSql(database.url, onInsert("agents", "perform pg_sleep(0.5);"));
    const from = `sqlite:${join(service.dataDirectory, "data/servicechat.db")}`;
    let isCopying = true;
    const copying = service.commandBeside("copy", "--from", from, "--to", database.url).finally(() => {
      isCopying = false;
    });
    while (isCopying) expect((await ask(service, "short question")).text).toBe("one two three");
    const { stdout, stderr } = await copying;
    expect(stderr).toContain("will not be in the copy. Stop the service first.");
    expect(stdout).toMatch(/^TABLE +ROWS IN SOURCE +ROWS IN TARGET +CHECKSUM\nagents +\d+ +\d+ +equal\n/);
    expect(stdout).toMatch(/^Replies in progress: [12]\. In the copy they are incomplete/m);
    expect(stdout).toMatch(/\/servicechat_\w+ contains what was in the source at 20\d\d-/);
    expect(stdout).toContain("The source has been written to since: a service is still using it");

    letEnd();
    await answer.text();
    expect((await history(service, token)).at(-1)).toMatchObject({
      content: "Half an answer",
      status: "complete",
    });
    await service.end("SIGTERM");
    await using node = await spawnService({
      model: {},
      key: service.key,
      settings: { SERVICECHAT_DATABASE_URL: database.url },
    });
    await node.start();
    expect((await history(node, token)).at(-1)).toMatchObject({ status: "incomplete" });
  });

  test("a target that contains data is refused, and a secret is never printed, only its location", async () => {
    await using operator = await withAgent();
    await using database = await temporaryDatabase();
    const secret = randomBytes(32).toString("hex");
    const file = await operator.write("data/secret", `${secret}\n`);
    const given = ["copy", "--from", "sqlite:data/servicechat.db", "--to", database.url];
    const copied = await operator.run(...given);
    expect(copied.code).toBe(0);
    expect(copied.out).toContain(`to the single line in ${file}\n`);
    expect(copied.out + copied.err).not.toContain(secret);

    const again = await operator.run(...given, "--json");
    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.err).toContain(
      "The target already contains data, in agents, agent_versions, audit, syncs. You can only copy into an empty",
    );
    expect(await runSql(database.url, "select id from agents")).toEqual([{ id: "shop" }]);
  });

  test("if both sides differ, the table says where, the exit code is 1, and the target is empty", async () => {
    await using operator = await withAgent();
    await using database = await temporaryDatabase();
    await operator.runWith({ SERVICECHAT_DATABASE_URL: database.url }, "migrate");
    await runSql(database.url, onInsert("agents", "new.updated_at := 1;"));
    const given = ["copy", "--from", "sqlite:data/servicechat.db", "--to", database.url];
    const { code, out, err } = await operator.run(...given);
    expect(code).toBe(1);
    expect(out).toMatch(/\nagents +1 +1 +differs\n(?:.+ equal\n)*keys +0 +0 +equal\n/);
    expect(err).toContain(
      "Source and target differ in agents: everything was rolled back, and the target is empty again.",
    );
    const script = await operator.run(...given, "--json");
    const { tables } = JSON.parse(script.out) as Pick<Copied, "tables">;
    expect(tables.filter(({ equal }) => !equal).map(({ table }) => table)).toEqual(["agents"]);
    expect(await runSql(database.url, "select * from agents")).toEqual([]);
  });
});

test("the secret is looked for in the settings, beside the source, and in the data directory", async () => {
  await using operator = await newOperator();
  const at = (path: string) => join(operator.folder, path);
  const place = (secret?: string) =>
    findSecretLocation({ secret, dataDirectory: at("data") }, at("old/servicechat.db"));
  expect(place()).toBe("unknown");
  expect(adviceOnSecret(place())).toContain("none found");
  await mkdir(at("data"));
  await operator.write("data/secret", "a");
  expect(place()).toEqual({ file: at("data/secret") });
  await mkdir(at("old"));
  await operator.write("old/secret", "b");
  expect(place()).toEqual({ file: at("old/secret") });
  expect(place("c".repeat(32))).toBe("setting");
  expect(adviceOnSecret("setting")).toContain("the SERVICECHAT_SECRET that is set here");
});

test("progress is one line on a terminal, and nothing elsewhere", () => {
  const shownOn = (terminal: { readonly isTTY?: boolean }) => {
    let written = "";
    const line = createProgressLine({ ...terminal, write: (text) => (written += text) });
    line.show("copying messages: 500 of 1,000");
    line.clear();
    return written;
  };
  expect(shownOn({ isTTY: true })).toBe("\r\u001b[Kcopying messages: 500 of 1,000\r\u001b[K");
  expect(shownOn({})).toBe("");
});
