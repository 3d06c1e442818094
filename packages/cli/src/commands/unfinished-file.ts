import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRunning } from "@servicechat/storage/sqlite";

/** Separates the name of a file from the id of the process that is writing it. */
type Marker = ".restoring-" | ".unfinished-";

/** The name of a database while this process writes it. It gets its final name only when it is complete. */
export function unfinishedName(file: string, marker: Marker): string {
  return `${file}${marker}${process.pid}`;
}

/**
 * Removes what killed processes left behind while they wrote this file. It contains chats, which no erasure would
 * reach.
 */
export async function forgetKilled(file: string, marker: Marker): Promise<void> {
  const beginning = `${basename(file)}${marker}`;
  // A folder that does not exist yet is empty.
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(beginning)) continue;
    if (!isRunning(Number.parseInt(name.slice(beginning.length), 10)))
      await rm(join(dirname(file), name), { force: true });
  }
}
