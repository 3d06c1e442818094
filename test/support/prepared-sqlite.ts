import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "@servicechat/storage/sqlite";

let prepared: Promise<Buffer> | undefined;

/**
 * Opens a database of SQLite that is as its first start leaves it, without taking all the steps of a first start each
 * time: they take five times as long as writing down what they come to.
 */
export async function openPreparedSqlite(file: string) {
  prepared ??= prepare();
  await writeFile(file, await prepared, { flag: "wx", mode: 0o600 });
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
