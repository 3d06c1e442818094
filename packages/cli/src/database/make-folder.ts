import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder that only its owner can enter, and its missing parents. One by one, because Node's own recursive way
 * never returns below `/proc`, which exists but accepts no new folder.
 *
 * @throws Error whose message follows the name of the setting and says what is wrong
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    // Another process may have created it in the meantime.
    if (isFolder(folder)) return;
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    throw new Error(`${folder} cannot be created (${reason})`, { cause });
  }
}

/** @throws Error if the name belongs to something else */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${path} is a file`);
  return found !== undefined;
}
