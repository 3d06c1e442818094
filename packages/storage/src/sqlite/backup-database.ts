import { open, rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";

/** More pages than a database can have: the copy is made in one step, so no write can make it start again. */
const everyPage = 2 ** 31 - 1;

/**
 * Copies the database in a separate thread, through a separate connection: writers continue, and the copy contains the
 * state at its start. Only its owner can read it.
 *
 * @throws if `target` exists or cannot be written; then nothing is left of it
 */
export async function backupDatabase({
  source,
  target,
}: {
  readonly source: string;
  readonly target: string;
}): Promise<void> {
  const created = await open(target, "wx", 0o600);
  await created.close();
  try {
    using reader = new DatabaseSync(source, { readOnly: true });
    await backup(reader, target, { rate: everyPage });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
