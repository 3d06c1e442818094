import { existsSync } from "node:fs";
import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { examineFile } from "@servicechat/storage/sqlite";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { holdDatabase } from "../hold-database.ts";
import { makeDataFolders } from "../make-data-folders.ts";
import { openStorage } from "../open-house.ts";
import { reasonOf } from "../reason-of.ts";
import { Refusal } from "../refusal.ts";
import type { DatabaseSetting } from "../database-setting.ts";
import { companions, putAside } from "./put-aside.ts";
import { requireWholeDatabase } from "./require-whole-database.ts";
import { forgetKilled, unfinishedName } from "./unfinished-file.ts";

interface RestoreOptions extends JsonOption {
  readonly force?: boolean;
}

/**
 * `servicechat restore`. The backup is copied beside its place and opened there, which also brings it up to date; only
 * then does it take the place, in one step. Until then nothing that exists is touched.
 */
export function restoreBackup(parts: CommandParts) {
  return async (given: string, { force = false, json }: RestoreOptions): Promise<void> => {
    const path = resolve(parts.folder, given);
    const settings = parts.settings();
    const { database } = settings;
    if (database.kind === "postgres")
      throw new Refusal("PostgreSQL is restored with its own tools: pg_restore, or psql.");
    const { file } = database;
    const exists = companions.some((ending) => existsSync(file + ending));
    if (exists && !force) {
      const sentence = `There is a database already: ${file}. With --force it is put aside, and the backup takes its place.`;
      throw new Refusal(sentence);
    }
    using _held = exists ? requireStopped(file) : undefined;
    await requireWholeDatabase(path);

    const copy = unfinishedName(file, ".restoring-");
    try {
      await forgetKilled(file, ".restoring-");
      const contents = await copyAndOpen(path, copy, settings.dataDirectory);
      const aside = exists ? await putAside(file, parts.now()) : undefined;
      await rename(copy, file);
      if (json) return parts.output.json({ database: file, ...contents, ...(aside && { aside }) });
      parts.output.line(`Restored ${file}: ${contents.agents} agent(s), ${contents.keys} key(s).`);
      if (aside) parts.output.line(`What was there is now ${aside}; delete it when you no longer need it.`);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new Refusal(`The backup cannot be put at ${file}: ${reasonOf(cause)}.`, { cause });
    } finally {
      for (const ending of companions) await rm(copy + ending, { force: true });
    }
  };
}

/** A service that has the database open would go on writing into what was put aside. Until disposed, none can start. */
function requireStopped(file: string): Disposable {
  const held = holdDatabase(file);
  if (!held) throw new Refusal(`A running servicechat serves ${file}. Stop it first, then restore.`);
  return held;
}

/** @throws Refusal when the copy cannot be opened as a database of this service */
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
      throw new Refusal(`The file ${backup} is no backup: it is no database of this service.`);
    if (state === "damaged")
      throw new Refusal(
        `The backup ${backup} is damaged: take an older one. Was it made by 'servicechat backup'?`,
      );
    await using storage = await openStorage(database, { mayCreate: false });
    return {
      agents: (await storage.agents.list()).length,
      keys: (await storage.keys.list()).length,
    };
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(`The backup ${backup} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
