import { existsSync } from "node:fs";
import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { examineFile, forgetKilled, openSqlite } from "@servicechat/storage/sqlite";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { lockDatabase } from "../database/database-lock.ts";
import { makeDataFolders } from "../database/make-data-folders.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";
import type { DatabaseSetting } from "../settings/database-setting.ts";
import { companions, moveDatabaseAside } from "./move-database-aside.ts";
import { unfinishedName } from "./unfinished-file.ts";

interface RestoreOptions extends JsonOption {
  readonly force?: boolean;
}

/**
 * `servicechat restore`. The backup is copied next to its final place and opened there, which also migrates it; only
 * then does it take that place, in one step. Until then, no existing file is touched.
 */
export function restoreBackup(context: CommandContext) {
  return async (given: string, { force = false, json }: RestoreOptions): Promise<void> => {
    const path = resolve(context.folder, given);
    const settings = context.settings();
    const { database } = settings;
    if (database.kind === "postgres")
      throw new CommandError("Restore PostgreSQL with its own tools: pg_restore, or psql.");
    const { file } = database;
    const exists = companions.some((ending) => existsSync(file + ending));
    if (exists && !force) {
      const sentence = `There is already a database at ${file}. Use --force to move it aside and put the backup in its place.`;
      throw new CommandError(sentence);
    }
    using _held = exists ? requireStopped(file) : undefined;
    await requireWholeDatabase(path);

    const copy = unfinishedName(file, ".restoring-");
    try {
      forgetKilled(file, ".restoring-");
      const contents = await copyAndOpen(path, copy, settings.dataDirectory);
      const aside = exists ? await moveDatabaseAside(file, context.now()) : undefined;
      await rename(copy, file);
      if (json) return context.output.json({ database: file, ...contents, ...(aside && { aside }) });
      context.output.line(`Restored ${file}: ${contents.agents} agent(s), ${contents.keys} key(s).`);
      if (aside)
        context.output.line(`The previous database is now ${aside}. Delete it when you no longer need it.`);
    } catch (cause) {
      if (cause instanceof CommandError) throw cause;
      throw new CommandError(`The backup cannot be restored to ${file}: ${reasonOf(cause)}.`, { cause });
    } finally {
      for (const ending of companions) await rm(copy + ending, { force: true });
    }
  };
}

/**
 * A service that has the database open would continue to write to the file that was moved aside. Until this is
 * disposed, no service can start.
 */
function requireStopped(file: string): Disposable {
  const held = lockDatabase(file);
  if (!held) throw new CommandError(`A running servicechat is using ${file}. Stop it first, then restore.`);
  return held;
}

/** The first bytes of every SQLite file (https://sqlite.org/fileformat.html, "The Database Header"). */
const signature = "SQLite format 3\0";
const headerBytes = 100;

/**
 * Refuses a file that is not a database, or that a full disk or a broken transfer cut off: SQLite itself takes an empty
 * file for an empty database, and notices missing pages only when it reaches them.
 *
 * @throws CommandError with what is wrong
 */
async function requireWholeDatabase(file: string): Promise<void> {
  const header = Buffer.alloc(headerBytes);
  const size = await readHeader(file, header);
  if (header.toString("latin1", 0, signature.length) !== signature)
    throw new CommandError(`The file ${file} is not a backup: it is not a SQLite database.`);
  // 1 means 65,536. The page count is valid only if the program that wrote last supports it.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isCounted && size < pageSize * header.readUInt32BE(28))
    throw new CommandError(`The backup ${file} is cut off: its end is missing.`);
}

async function readHeader(file: string, header: Buffer): Promise<number> {
  try {
    await using handle = await open(file, "r");
    await handle.read(header, 0, headerBytes, 0);
    return (await handle.stat()).size;
  } catch (cause) {
    throw new CommandError(`The backup ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

/** @throws CommandError if the copy cannot be opened as a database of this service */
async function copyAndOpen(
  backup: string,
  copy: string,
  dataDirectory: string,
): Promise<{ readonly agents: number; readonly keys: number }> {
  const database = { kind: "sqlite", file: copy } as const;
  makeDataFolders({ dataDirectory, database });
  await copyFile(backup, copy);
  await chmod(copy, 0o600);
  const contents = await count(backup, database);
  await using written = await open(copy, "r+");
  await written.sync();
  return contents;
}

async function count(
  backup: string,
  database: Extract<DatabaseSetting, { readonly kind: "sqlite" }>,
): Promise<{ readonly agents: number; readonly keys: number }> {
  try {
    const state = examineFile(database.file);
    if (state === "foreign")
      throw new CommandError(`The file ${backup} is not a backup: it is not a database of this service.`);
    if (state === "damaged")
      throw new CommandError(
        `The backup ${backup} is damaged: use an older one. Was it created by 'servicechat backup'?`,
      );
    await using storage = await openSqlite({ file: database.file, mayCreate: false });
    return {
      agents: (await storage.agents.list()).length,
      keys: (await storage.keys.list()).length,
    };
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`The backup ${backup} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
