import { readFileSync } from "node:fs";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "./command-error.ts";

/**
 * Reads a file that an operator wrote, without the byte order mark that some editors add.
 *
 * @throws CommandError if the file cannot be read or is not UTF-8 text
 */
export function readTextFile(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new CommandError(`The file ${file} could not be read: ${whyUnread(cause)}.`, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`The file ${file} is not UTF-8 text. Save it as UTF-8.`, { cause });
  }
}

/** Usually the path was mistyped. */
function whyUnread(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT") return "it does not exist";
  return code === "EISDIR" ? "it is a folder" : reasonOf(cause);
}
