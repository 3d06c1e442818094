import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { CommandError } from "../input/command-error.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Creates the folders for the data, if they are missing.
 *
 * @throws CommandError that names the setting and says why its folder cannot be created
 */
export function makeDataFolders({
  dataDirectory,
  database,
}: Pick<Settings, "dataDirectory" | "database">): void {
  makeOrRefuse(dataDirectory, "SERVICECHAT_DATA_DIR must be a folder");
  if (database.kind === "sqlite")
    makeOrRefuse(dirname(database.file), "SERVICECHAT_DATABASE_URL must name a file inside a folder");
}

function makeOrRefuse(folder: string, rule: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it cannot be created";
    throw new CommandError(`${rule} that exists or can be created: ${reason}.`, { cause });
  }
}
