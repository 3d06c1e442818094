import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { availableMemory } from "node:process";

/** Files that are in memory alone, on Linux. */
const inMemory = "/dev/shm";
const prefix = "servicechat-tests-";
/** Several times what a run has there at once, so that the machine has as much left for everything else. */
const roomBytes = 8 * 1024 ** 3;

/**
 * Makes a folder in memory for the temporary files of this run: thousands of small databases that wait for no disk. It
 * goes when this process ends.
 *
 * @returns `undefined` where there is none, memory is short, or programs in such a folder cannot be run
 */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(inMemory) || availableMemory() < roomBytes) return undefined;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < roomBytes) return undefined;
  removeLeftBehind();
  const folder = join(inMemory, `${prefix}${process.pid}`);
  try {
    mkdirSync(folder);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    // A PostgreSQL that is another user's has its folder there too.
    chmodSync(folder, 0o711);
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Folders of runs that were killed. */
function removeLeftBehind(): void {
  for (const name of readdirSync(inMemory)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(join(inMemory, name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
