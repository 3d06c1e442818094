import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that only its owner can enter, and those above it, where they are missing. One by one: Node's own way
 * of making several tries for ever below `/proc`, whose folder is there and takes no other.
 *
 * @throws Error whose message says what is wrong, to be read after the name of the setting
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (isFolder(folder)) return;
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    throw new Error(`${folder} cannot be created (${reason})`, { cause });
  }
}

/** @throws Error when something else has the name */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${path} is a file`);
  return found !== undefined;
}
