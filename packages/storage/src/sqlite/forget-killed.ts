import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Removes what killed processes left beside a database: files and folders that are named after it, a marker and the id of
 * the process. They contain chats, which no erasure would reach.
 *
 * @param marker what stands between the database's name and the id
 */
export function forgetKilled(file: string, marker: string): void {
  const beginning = `${basename(file)}${marker}`;
  for (const name of namesIn(dirname(file))) {
    if (!name.startsWith(beginning)) continue;
    if (!isRunning(Number.parseInt(name.slice(beginning.length), 10)))
      rmSync(join(dirname(file), name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // a folder that does not exist yet
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user must not be signalled, so it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
