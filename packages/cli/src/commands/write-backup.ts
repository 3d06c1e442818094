import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StorageUnavailable } from "@servicechat/storage";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { isThere } from "../settings/database-setting.ts";
import { missingDatabase } from "../database/missing-database.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";
import { forgetKilled } from "@servicechat/storage/sqlite";
import { unfinishedName } from "./unfinished-file.ts";

/**
 * `servicechat backup`. The copy gets its name only when it is complete and on disk, so no partial file ever has it.
 */
export function writeBackup(context: CommandContext) {
  return async (path: string, { json }: JsonOption): Promise<void> => {
    const file = resolve(context.folder, path);
    const settings = context.settings();
    const { database } = settings;
    if (database.kind === "postgres")
      throw new CommandError(
        "Back up PostgreSQL with its own tools: pg_dump, or a base backup with its log.",
      );
    if (!isThere(database)) throw missingDatabase(settings);
    requireNew(file);
    if (!existsSync(dirname(file)))
      throw new CommandError(`The backup ${file} cannot be written: there is no folder ${dirname(file)}.`);
    await context.withServices(async ({ storage }) => {
      try {
        await copyWhole(file, (copy) => storage.backup(copy));
      } catch (cause) {
        if (cause instanceof StorageUnavailable || cause instanceof CommandError) throw cause;
        throw new CommandError(`The backup ${file} cannot be written: ${reasonOf(cause)}.`, { cause });
      }
    });
    if (json) return context.output.json({ file });
    context.output.line(`Copied the database to ${file}. It does not include the instance secret.`);
  };
}

function requireNew(file: string): void {
  if (existsSync(file))
    throw new CommandError(`The file ${file} already exists, and a backup never overwrites a file.`);
}

async function copyWhole(file: string, write: (copy: string) => Promise<void>): Promise<void> {
  const copy = unfinishedName(file, ".unfinished-");
  forgetKilled(file, ".unfinished-");
  await write(copy);
  try {
    await using written = await open(copy, "r+");
    await written.sync();
    // Somebody else may have created it in the meantime.
    requireNew(file);
    await rename(copy, file);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}
