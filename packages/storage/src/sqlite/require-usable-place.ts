import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseFileRefused } from "../errors.ts";

/** What a start and its first minutes write, in bytes: with less, the first messages would be refused. */
const neededBytes = 10_000_000;

/**
 * Refuses a place in which the service could not write its database, before anything is written there.
 *
 * @throws DatabaseFileRefused
 */
export function requireUsablePlace(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found) requireFile(file);
  const folder = dirname(file);
  requireWritable(folder);
  for (const ending of ["", "-wal", "-shm"])
    if (statSync(file + ending, { throwIfNoEntry: false })) requireWritable(file + ending);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < neededBytes)
    throw new DatabaseFileRefused(
      `the disk is full: ${Math.floor(free / 1_000_000)} MB are free in ${folder}, and a start needs ${neededBytes / 1_000_000} MB; free up space, or choose a file on another disk with SERVICECHAT_DATABASE_URL`,
    );
}

/** @throws DatabaseFileRefused for a folder, a socket and the like; what is not there is not refused */
export function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const kind = found.isDirectory() ? "a folder" : "not a regular file";
  throw new DatabaseFileRefused(`it is ${kind}; choose a file with SERVICECHAT_DATABASE_URL`);
}

function requireWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new DatabaseFileRefused(
      `${path} cannot be written (${code}): give the file and its folder to the user that runs the service, or choose another file with SERVICECHAT_DATABASE_URL`,
    );
  }
}
