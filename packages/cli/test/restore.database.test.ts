import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { copyFile, cp, mkdir } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { ask, history } from "../../../test/support/visitor.ts";
import { newOperator, runShell, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

const file = (operator: Operator) => join(operator.folder, "data/servicechat.db");

/** An operator with one agent and a backup of it, `copy.db`. */
async function withBackup(): Promise<Operator> {
  const operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  await operator.json("backup", "copy.db");
  return operator;
}

test("a backup taken while visitors write restores to a service that knows their old tokens", async () => {
  await using model = await startModelServer(() =>
    words("one two three").flatMap((word) => [word, { wait: 5 }]),
  );
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
  });
  await service.start();
  const before = await ask(service, "before the backup");
  let isWriting = true;
  let written = 0;
  const visitors = Array.from({ length: 6 }, async () => {
    while (isWriting) {
      await ask(service, "during the backup");
      written++;
    }
  });
  const backup = join(service.dataDirectory, "copy.db");
  // By then all six are writing, and they continue afterwards.
  await expect.poll(() => written).toBeGreaterThan(5);
  await service.commandBeside("backup", backup);
  const atEnd = written;
  await expect.poll(() => written).toBeGreaterThan(atEnd + 5);
  isWriting = false;
  await Promise.all(visitors);
  const after = await ask(service, "after the backup");
  expect((await service.end("SIGTERM")).code).toBe(0);

  rmSync(join(service.dataDirectory, "data"), { recursive: true });
  await service.command("restore", backup);
  await service.start();

  const messages = await history(service, before.token);
  expect(messages.map(({ content, status }) => [content, status])).toEqual([
    ["before the backup", "complete"],
    ["one two three", "complete"],
  ]);
  expect((await ask(service, "go on", { token: before.token })).text).toBe("one two three");
  await expect(history(service, after.token)).rejects.toThrow("404");
});

test("a backup can be restored to a data directory that does not exist yet, which only its owner can enter", async () => {
  await using operator = await withBackup();
  rmSync(join(operator.folder, "data"), { recursive: true });
  expect(await operator.json("restore", "copy.db")).toEqual({ database: file(operator), agents: 1, keys: 0 });
  expect(statSync(join(operator.folder, "data")).mode & 0o777).toBe(0o700);
  expect(statSync(file(operator)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(operator.folder, "data"))).toEqual(["servicechat.db"]);
  expect(await operator.json("agent", "list")).toMatchObject([{ id: "shop" }]);
});

test("an existing database is not replaced, not even with --force while the service runs", async () => {
  await using service = await spawnService({ model: { provider: "extractive" } });
  await service.start();
  const backup = join(service.dataDirectory, "copy.db");
  await service.command("backup", backup);
  await expect(service.command("restore", backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is already a database") as string,
  });
  await expect(service.command("restore", backup, "--force")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Stop it first") as string,
  });
  await using elsewhere = await newOperator();
  const sameData = { SERVICECHAT_DATA_DIR: join(service.dataDirectory, "data") };
  expect((await elsewhere.runWith(sameData, "restore", backup, "--force")).err).toContain("Stop it first");
  expect((await ask(service, "still there?")).events.at(-1)).toMatchObject({ event: "done" });
});

test("the copy of all chats that a killed restore left behind is removed by the next one", async () => {
  await using operator = await withBackup();
  rmSync(join(operator.folder, "data"), { recursive: true });
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  await mkdir(join(operator.folder, "data"));
  for (const ending of ["", "-wal", "-shm"])
    await operator.write(`data/servicechat.db.restoring-${child.pid}${ending}`, "of a process that is gone");
  const goesOn = await operator.write(`data/servicechat.db.restoring-${process.ppid}`, "of one that works");

  expect((await operator.run("restore", "copy.db")).code).toBe(0);

  expect(readdirSync(join(operator.folder, "data")).toSorted()).toEqual(["servicechat.db", basename(goesOn)]);
});

test("a killed backup never has its final name, and the same command creates it again", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const folder = join(operator.folder, "copies");
  await mkdir(folder);
  // Before its first change of names: the copy is complete by then.
  const dying = { NODE_OPTIONS: `--import=${await writePreload(operator)}`, DIE_AT: "1" };
  const { code } = await operator.runWith(dying, "backup", "copies/copy.db");
  expect(code, "it was killed before it was done").toBeNull();
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readdirSync(folder)).not.toContain("copy.db");

  expect((await operator.run("backup", "copies/copy.db")).code).toBe(0);
  expect(readdirSync(folder)).toEqual(["copy.db"]);
  expect(statSync(join(folder, "copy.db")).mode & 0o777).toBe(0o600);
});

test("with --force, the existing database is moved aside completely", async () => {
  await using operator = await withBackup();
  const later = await operator.write("later.yaml", smallAgent.replace("id: shop", "id: later"));
  await operator.run("agent", "apply", later);

  const restored = (await operator.json("restore", "copy.db", "--force")) as { aside: string };

  expect(await operator.json("agent", "list")).toMatchObject([{ id: "shop" }]);
  const aside = await operator.runWith(
    { SERVICECHAT_DATABASE_URL: `sqlite:${restored.aside}` },
    "agent",
    "list",
    "--json",
  );
  expect(JSON.parse(aside.out)).toMatchObject([{ id: "later" }, { id: "shop" }]);
});

test("a forced restore that is killed at any step leaves either the old or the new database complete", async () => {
  await using operator = await withBackup();
  const data = join(operator.folder, "data");
  const later = await operator.write("later.yaml", smallAgent.replace("id: shop", "id: later"));
  {
    // As after a service was killed: the log contains more than the file.
    using reader = new DatabaseSync(file(operator));
    reader.exec("begin; select * from agents");
    await operator.run("agent", "apply", later);
    await cp(data, join(operator.folder, "before"), { recursive: true });
  }
  const preload = await writePreload(operator);
  const found: unknown[] = [];
  for (let step = 1, code: number | null = null; code === null; step++) {
    rmSync(data, { recursive: true });
    await cp(join(operator.folder, "before"), data, { recursive: true });
    const dying = { NODE_OPTIONS: `--import=${preload}`, DIE_AT: String(step) };
    ({ code } = await operator.runWith(dying, "restore", "copy.db", "--force"));
    const ids = ((await operator.json("agent", "list")) as { id: string }[]).map(({ id }) => id);
    found.push(ids.join(" "));
  }
  expect([...new Set(found)]).toEqual(["later shop", "shop"]);
  expect(found.length, "steps").toBeGreaterThan(3);
});

test("a forced restore, killed at any step and run again, moves the database aside along with what only its log contains", async () => {
  await using operator = await withBackup();
  const data = join(operator.folder, "data");
  const before = join(operator.folder, "before");
  {
    // The log contains more than the disk has room for, so it cannot be written back.
    using reader = new DatabaseSync(file(operator));
    reader.exec("begin; select * from agents");
    using writer = new DatabaseSync(file(operator));
    writer.exec("create table filler (bytes blob); insert into filler values (zeroblob(3000000))");
    await cp(data, before, { recursive: true });
  }
  const preload = await writePreload(operator);
  for (let step = 1, code: number | null = null; code !== 0; step++) {
    rmSync(data, { recursive: true });
    await cp(before, data, { recursive: true });
    const dying = `NODE_OPTIONS=--import=${preload} DIE_AT=${step} $servicechat restore copy.db --force`;
    ({ code } = await runShell(operator, `trap '' XFSZ; ulimit -f 4000; ${dying}`));
    if (code !== 0) await operator.run("restore", "copy.db", "--force");

    // The first one is the original; if the restore was killed when it was done, its result is moved aside by the
    // next.
    const names = readdirSync(data).filter((name) => name.includes(".before-"));
    const [first = ""] = names;
    const whole = new Set(names.filter((name) => name.endsWith("Z")));
    expect([step, names.filter((name) => !whole.has(name.replace(/-[a-z]+$/, "")))]).toEqual([step, []]);
    using moveDatabaseAside = new DatabaseSync(join(data, first));
    expect(moveDatabaseAside.prepare("select length(bytes) as bytes from filler").get()).toEqual({
      bytes: 3_000_000,
    });
    expect(await operator.json("agent", "list")).toMatchObject([{ id: "shop" }]);
  }
});

/** Ends a process before its nth rename, as a power cut might. */
function writePreload(operator: Operator): Promise<string> {
  return operator.write(
    "die.mjs",
    `import fs from "node:fs/promises";
     import { syncBuiltinESMExports } from "node:module";
     let step = 0;
     for (const deed of ["copyFile", "link", "rename", "rm"]) {
       const real = fs[deed];
       fs[deed] = (...given) => {
         if (++step === Number(process.env.DIE_AT)) process.kill(process.pid, "SIGKILL");
         return real(...given);
       };
     }
     syncBuiltinESMExports();`,
  );
}

test("a backup for which there is no space is refused with a sentence, and existing files are unchanged", async () => {
  await using operator = await withBackup();
  const stored = readFileSync(file(operator));
  // The copy may be as large as its limit and no larger, so a longer one fails as on a full disk.
  using large = new DatabaseSync(join(operator.folder, "copy.db"));
  large.exec("create table filler (bytes blob); insert into filler values (randomblob(3000000))");
  large.close();
  const line = "trap '' XFSZ; ulimit -f 4000; $servicechat restore copy.db --force";
  const { code, out, err } = await runShell(operator, line);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^The backup cannot be restored to \S+servicechat\.db: EFBIG: .*\.\n$/);
  expect(readFileSync(file(operator)).equals(stored)).toBe(true);
  expect(readdirSync(join(operator.folder, "data"))).toEqual(["servicechat.db", "servicechat.db-serving"]);
});

test("an incomplete backup is refused, and existing files are unchanged", async () => {
  await using operator = await withBackup();
  const stored = readFileSync(file(operator));
  await operator.write("empty.db", "");
  await operator.write("notes.db", "this is no database. ".repeat(100));
  await copyFile(join(operator.folder, "copy.db"), join(operator.folder, "cut.db"));
  truncateSync(join(operator.folder, "cut.db"), statSync(join(operator.folder, "copy.db")).size - 4096);
  await copyFile(join(operator.folder, "copy.db"), join(operator.folder, "newer.db"));
  using newer = new DatabaseSync(join(operator.folder, "newer.db"));
  newer.exec("insert into kysely_migration values ('9999-of-the-future', '2040-01-01T00:00:00.000Z')");
  newer.close();
  await copyFile(join(operator.folder, "copy.db"), join(operator.folder, "former.db"));
  using former = new DatabaseSync(join(operator.folder, "former.db"));
  former.exec("update kysely_migration set name = '0001-agents' where name = '0001-baseline'");
  former.close();
  const damaged = readFileSync(join(operator.folder, "copy.db"));
  damaged.fill(0xff, damaged.length - 4096);
  writeFileSync(join(operator.folder, "damaged.db"), damaged);
  using foreign = new DatabaseSync(join(operator.folder, "foreign.db"));
  foreign.exec("create table bookmarks (address text)");
  foreign.close();
  await mkdir(join(operator.folder, "folder.db"));

  for (const [name, sentence] of [
    ["missing.db", "cannot be read"],
    ["folder.db", "cannot be read"],
    ["empty.db", "is not a backup"],
    ["notes.db", "is not a backup"],
    ["foreign.db", "is not a backup: it is not a database of this service"],
    ["damaged.db", "is damaged"],
    ["cut.db", "is cut off"],
    ["former.db", "cannot be used: a version from before the first release wrote it"],
    ["newer.db", "cannot be used: a newer version of the service wrote it"],
  ] as const) {
    const { code, out, err } = await operator.run("restore", name, "--force");
    expect({ name, code, out }).toEqual({ name, code: 1, out: "" });
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  }
  expect(readFileSync(file(operator)).equals(stored)).toBe(true);
  expect(readdirSync(join(operator.folder, "data")).filter((name) => name.includes("restoring"))).toEqual([]);
  expect(existsSync(join(operator.folder, "copy.db"))).toBe(true);
});
