import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { cp, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "@servicechat/storage/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../servers/free-port.ts";
import { spawnCommand } from "../support/run-command.ts";
import type { Run } from "../support/run-command.ts";
import { startService } from "../support/start-service.ts";
import { fillTables } from "../../packages/storage/test/copy/installation.ts";
import { endOf, nextTurn, startChat } from "../../packages/storage/test/suite/samples.ts";

/** Damages a folder that has a good `servicechat.db`. */
type Damage = (file: string) => void | Promise<void>;

let folder: string;
/** A database with some hundred chats. */
let sound: string;
/** The log of a later moment in the database of which `sound` is a backup. */
let laterLog: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "servicechat-files-"));
  const file = join(folder, "source", "servicechat.db");
  {
    await using storage = await openSqlite({ file });
    await fillTables(storage);
    for (let chat = 0; chat < 40; chat++) {
      const { sessionId } = await startChat(storage);
      const turn = nextTurn(sessionId);
      await storage.conversations.acceptTurn(turn);
      await storage.conversations.endReply(endOf(turn.replyId, { content: `answer ${chat} `.repeat(200) }));
      await storage.chatIndex.catchUp();
    }
    sound = join(folder, "sound.db");
    await storage.backup(sound);
  }
  // Between the backup and the log the file takes in pages that neither of the two has, and that the log points to.
  using database = new DatabaseSync(file);
  database.exec("pragma wal_autocheckpoint = 0; create index later on replies (content)");
  database.exec(
    "pragma wal_checkpoint(truncate); update replies set content = content || '.' where rowid % 9 = 0",
  );
  laterLog = join(folder, "later-wal");
  await copyFile(`${file}-wal`, laterLog);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const ofAnotherProgram = (statements: string) => (file: string) => {
  rmAll(file);
  using database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; ${statements}`);
};

const overwritePage =
  (table: string): Damage =>
  (file) => {
    using database = new DatabaseSync(file, { readOnly: true });
    const row = database.prepare("select rootpage as page from sqlite_schema where name = ?").get(table);
    database.close();
    const bytes = readFileSync(file);
    const at = (Number(row?.["page"]) - 1) * 4096;
    bytes.fill(0x5a, at, at + 4096);
    writeFileSync(file, bytes);
  };

const damages: readonly (readonly [string, Damage, RegExp])[] = [
  ["beside the log of a later moment", (file) => cp(laterLog, `${file}-wal`), /-wal do not fit together/],
  ["cut short by a page", (file) => truncateSync(file, statSync(file).size - 4096), /damaged or cut short/],
  ["cut short to its half", (file) => truncateSync(file, 4096 * 30), /damaged or cut short/],
  [
    "cut short within its header",
    (file) => truncateSync(file, 60),
    /not a SQLite database|damaged or cut short/,
  ],
  ["with a page of replies overwritten", overwritePage("replies"), /damaged or cut short/],
  [
    "with a page of an index overwritten",
    overwritePage("sqlite_autoindex_sessions_1"),
    /damaged or cut short/,
  ],
  ["with its first page overwritten", (file) => flip(file, 100, 4096), /damaged or cut short/],
  [
    "of another program",
    ofAnotherProgram("create table notes_of_mine (text)"),
    /database of another program/,
  ],
  [
    "of another program with steps like ours",
    ofAnotherProgram(
      "create table kysely_migration (name text); insert into kysely_migration values ('2024')",
    ),
    /database of another program/,
  ],
  [
    "of a version from before the first release",
    (file) => {
      using database = new DatabaseSync(file);
      database.exec(
        "delete from kysely_migration; insert into kysely_migration values ('0001-agents', '2026')",
      );
    },
    /from before the first release wrote it, which cannot be upgraded; choose another database/,
  ],
  ["that is a text", (file) => writeFileSync(file, "Dear diary,\n".repeat(1000)), /not a SQLite database/],
  ["in whose place is a folder", (file) => (rmAll(file), mkdirSync(file)), /is a folder/],
  [
    "that is gone from beside its log",
    async (file) => {
      await cp(laterLog, `${file}-wal`);
      rmAll(file);
    },
    /missing or empty, but its log/,
  ],
];

describe("a start refuses a database file", () => {
  test.each(damages)("%s, names it, and writes nothing to it", async (_title, damage, reason) => {
    const file = await place();
    await damage(file);
    const before = bytesBeside(file);
    const { code, err } = await run(file, ["serve"]);
    expect(err).toMatch(reason);
    expect(err).toContain(`The database ${file} cannot be used: `);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(3);
    expect(bytesBeside(file)).toEqual(before);
  });
});

test("a restore puts a backup in its place, and moves the file and its log aside as they are", async () => {
  const file = await place();
  await cp(laterLog, `${file}-wal`);
  const before = bytesBeside(file);
  const restored = await run(file, ["restore", sound, "--force", "--json"]);
  expect(restored.err).toBe("");
  const { aside } = JSON.parse(restored.out) as { readonly aside: string };
  const after = bytesBeside(file);
  expect(after[basename(aside)]).toBe(before["servicechat.db"]);
  expect(after[`${basename(aside)}-wal`]).toBe(before["servicechat.db-wal"]);
  expect((await run(file, ["agent", "list"])).code).toBe(0);
});

const isRoot = process.getuid?.() === 0;

function makeForeign(file: string): void {
  chownSync(file, 0, 0);
  chmodSync(file, 0o600);
}

describe("a start refuses a place in which it cannot write", () => {
  test.each([
    ["a file that is read-only", (file: string) => chmodSync(file, 0o444)] as const,
    ["a folder that is read-only", (file: string) => chmodSync(dirname(file), 0o555)] as const,
    ...(isRoot ? [["a file of another user", makeForeign] as const] : []),
  ])("%s", async (_title, protect) => {
    const file = await place();
    // Root may write everywhere.
    const user = 65_534;
    if (isRoot) {
      chmodSync(folder, 0o755);
      for (const path of [dirname(file), file]) chownSync(path, user, user);
    }
    protect(file);
    const before = bytesBeside(file);
    const { code, err } = await run(file, ["serve"], isRoot ? user : undefined);
    expect(err).toMatch(/ cannot be written \(EACCES\): give the file and its folder to the user/);
    expect(err).toContain(`The database ${file} cannot be used: `);
    expect(code).toBe(3);
    expect(bytesBeside(file)).toEqual(before);
    chmodSync(dirname(file), 0o700);
  });

  test.each([
    ["at the first start", false],
    ["at a later start", true],
  ])("a full disk, %s", async (_title, hasFile) => {
    // Only root can make a small disk.
    if (!isRoot) return;
    const disk = await mkdtemp(join(folder, "disk-"));
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]).status !== 0) return;
    try {
      const file = join(disk, "servicechat.db");
      if (hasFile) await copyFile(sound, file);
      const before = bytesBeside(file);
      const { code, err } = await run(file, ["serve"]);
      expect(err).toContain(`The database ${file} cannot be used: the disk is full: `);
      expect(code).toBe(3);
      expect(bytesBeside(file)).toEqual(before);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});

async function place(): Promise<string> {
  const data = await mkdtemp(join(folder, "data-"));
  const file = join(data, "servicechat.db");
  await copyFile(sound, file);
  return file;
}

/** Runs the command in a process of its own. */
async function run(file: string, words: readonly string[], user?: number): Promise<Run> {
  const environment = {
    PATH: process.env["PATH"],
    PORT: String(await freePort()),
    SERVICECHAT_DATA_DIR: dirname(file),
    SERVICECHAT_DEMO: "off",
  };
  return spawnCommand(dirname(file), environment, words, { user });
}

function flip(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, from, to);
  writeFileSync(file, bytes);
}

function rmAll(file: string): void {
  rmSync(file, { force: true });
}

/** A hash of each of the database's files; a folder has none. */
function bytesBeside(file: string): Readonly<Record<string, string | undefined>> {
  const names = readdirSync(dirname(file)).filter((name) => !name.endsWith("-serving"));
  return Object.fromEntries(
    names.map((name) => {
      const path = join(dirname(file), name);
      return [name, statSync(path).isFile() ? hash("sha256", readFileSync(path)) : undefined];
    }),
  );
}

test("damage that shows while a service runs is found by reading all of it, and by doctor", async () => {
  const file = await place();
  await using storage = await openSqlite({ file, isStart: true });
  expect([storage.damage(), await storage.examine()]).toEqual([undefined, undefined]);
  await overwritePage("gap_questions")(file);
  const reason = "it is damaged or cut short: restore a backup";
  expect(await storage.examine()).toContain(reason);
  expect(storage.damage()).toContain(reason);
  await storage.close().catch(() => undefined);
  const { code, out } = await run(file, ["doctor", "--offline"]);
  expect(code).toBe(1);
  expect(out).toContain(`problem  database: ${file} cannot be used: ${reason}`);
});

test("known damage is said by /healthz, which still answers 200", async () => {
  await using service = await startService({
    openStorage: async (file) => ({
      ...(await openSqlite({ file })),
      damage: () => "it is damaged: restore",
    }),
  });
  const response = await service.fetch("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: "damaged",
    detail: "The database cannot be used: it is damaged: restore.",
  });
});
