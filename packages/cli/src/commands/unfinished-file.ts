import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What stands between the name of a file and the number of the process that is making it. */
type Marker = ".restoring-" | ".unfinished-";

/** How a database is called while this process makes it. Only when it is whole does it get its name. */
export function unfinishedName(file: string, marker: Marker): string {
  return `${file}${marker}${process.pid}`;
}

/**
 * Removes what processes left behind that were killed while they made this file. It holds chats, which no erasing would
 * reach.
 */
export async function forgetKilled(file: string, marker: Marker): Promise<void> {
  const beginning = `${basename(file)}${marker}`;
  // A folder that is not there yet has nothing in it.
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(beginning)) continue;
    if (!isRunning(Number.parseInt(name.slice(beginning.length), 10)))
      await rm(join(dirname(file), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be asked, so it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
