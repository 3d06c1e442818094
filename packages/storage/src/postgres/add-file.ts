import { sql, type Kysely, type Transaction } from "kysely";
import { fileRow } from "../files.ts";
import type { FileStore, NewFile } from "../storage.ts";
import type { Tables } from "../tables.ts";

/** Keeps a file. @param patient for writes that may take long: a file has megabytes */
export function createAddFile({ patient }: { readonly patient: Kysely<Tables> }): FileStore["add"] {
  return (added) =>
    patient.transaction().execute(async (transaction) => {
      const { session, file, most } = added;
      const isNew = "tokenHash" in session;
      if (!isNew && !(await touchSession(transaction, added))) return "gone";
      const held = await heldBy(transaction, session.id);
      if (held.files >= most.files || held.bytes + file.size > most.bytes) return "full";
      if (isNew && !(await openSession(transaction, session, file.createdAt))) return "orphaned";
      await transaction.insertInto("files").values(fileRow(session.id, file)).execute();
      return "added";
    });
}

/** Locks the session, so that of two files that come at once the second is counted with the first. */
async function touchSession(
  transaction: Transaction<Tables>,
  { session, file: { createdAt } }: NewFile,
): Promise<boolean> {
  const touched = await transaction
    .updateTable("sessions")
    .set({ last_active_at: sql`greatest(last_active_at, ${createdAt})` })
    .where("id", "=", session.id)
    .returning("id")
    .executeTakeFirst();
  return touched !== undefined;
}

/** Waits for an agent that is just being deleted, and then finds none. */
async function openSession(
  transaction: Transaction<Tables>,
  { id, agentId, tokenHash }: Extract<NewFile["session"], { tokenHash: string }>,
  createdAt: number,
): Promise<boolean> {
  const agent = await transaction
    .selectFrom("agents")
    .select("id")
    .where("id", "=", agentId)
    .forKeyShare()
    .executeTakeFirst();
  if (!agent) return false;
  const times = { created_at: createdAt, last_active_at: createdAt };
  await transaction
    .insertInto("sessions")
    .values({ id, agent_id: agentId, token_hash: tokenHash, ...times, turns: 0 })
    .execute();
  return true;
}

async function heldBy(transaction: Transaction<Tables>, sessionId: string) {
  const sizes = await transaction
    .selectFrom("files")
    .select("size")
    .where("session_id", "=", sessionId)
    .execute();
  return { files: sizes.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
}
