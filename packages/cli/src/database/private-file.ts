import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";

/**
 * Reads a file that only its owner may read; `undefined` if it does not exist. @throws CommandError if it cannot be
 * read
 */
export function readPrivateFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw new CommandError(`The file ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Creates a file of one line with mode 0600, in a folder with mode 0700, and never replaces one. Without text, the file
 * is empty.
 *
 * @returns `false` if another process created it first
 * @throws CommandError if it cannot be created
 */
export function createPrivateFile(file: string, text: string): boolean {
  makeFolder(dirname(file));
  try {
    if (text === "") writeFileSync(file, "", { mode: 0o600, flag: "wx" });
    else writeAtOnce(file, `${text}\n`);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw new CommandError(`The file ${file} cannot be created: ${reasonOf(error)}.`, { cause: error });
  }
}

/** A process that is killed meanwhile leaves no file without its line, which the next start would refuse. */
function writeAtOnce(file: string, text: string): void {
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, text, { mode: 0o600, flag: "wx", flush: true });
    linkSync(written, file);
  } catch (error) {
    // Some network file systems have no links.
    if (!isCode(error, "EPERM") && !isCode(error, "ENOTSUP") && !isCode(error, "ENOSYS")) throw error;
    writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
  } finally {
    rmSync(written, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
