import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";

let prepared: Promise<Buffer> | undefined;

/**
 * Creates a SQLite database if there is none yet, as the service's first start leaves it. All the steps of a first
 * start take five times as long as opening their result.
 */
export async function prepareSqlite(file: string): Promise<void> {
  prepared ??= prepare();
  await writeFile(file, await prepared, { flag: "wx", mode: 0o600 });
}

/** The same, and opens it. */
export async function openPreparedSqlite(file: string): Promise<Storage> {
  await prepareSqlite(file);
  return openSqlite({ file });
}

async function prepare(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-prepared-"));
  try {
    const file = join(folder, "prepared.db");
    await (await openSqlite({ file })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
