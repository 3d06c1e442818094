import { open } from "node:fs/promises";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";

/** The first bytes of every SQLite file (https://sqlite.org/fileformat.html, "The Database Header"). */
const signature = "SQLite format 3\0";
const headerBytes = 100;

/**
 * Refuses a file that is not a database, or that a full disk or a broken transfer cut off: SQLite itself takes an empty
 * file for an empty database, and notices missing pages only when it reaches them.
 *
 * @throws CommandError with what is wrong
 */
export async function requireWholeDatabase(file: string): Promise<void> {
  const header = Buffer.alloc(headerBytes);
  const size = await readHeader(file, header);
  if (header.toString("latin1", 0, signature.length) !== signature)
    throw new CommandError(`The file ${file} is not a backup: it is not a SQLite database.`);
  // 1 means 65,536. The page count is valid only if the program that wrote last supports it.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isCounted && size < pageSize * header.readUInt32BE(28))
    throw new CommandError(`The backup ${file} is cut off: its end is missing.`);
}

async function readHeader(file: string, header: Buffer): Promise<number> {
  try {
    await using handle = await open(file, "r");
    await handle.read(header, 0, headerBytes, 0);
    return (await handle.stat()).size;
  } catch (cause) {
    throw new CommandError(`The backup ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}
