import { sql, type Kysely, type Transaction } from "kysely";
import { fileRow, type FileStore, type NewFile, type UploadRoom } from "../chats/files.ts";
import type { Tables } from "../schema/tables.ts";
import { createLockQueue } from "./lock-queue.ts";

/** Until the end of the transaction. */
const lockRoom = (name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${name}`}, 0))`;

/** Keeps a file. @param patient for writes that may take long: a file has megabytes */
export function createAddFile({ patient }: { readonly patient: Kysely<Tables> }): FileStore["add"] {
  const inOrder = createLockQueue();
  const queueOf = ({ session, room }: NewFile) => room?.keyId ?? session.id;

  // Of one key's files only one occupies a connection: they would wait for each other there.
  return (added) => inOrder(queueOf(added), () => add(added));

  function add(added: NewFile): ReturnType<FileStore["add"]> {
    return patient.transaction().execute(async (transaction) => {
      const { session, file, max, room } = added;
      const isNew = "tokenHash" in session;
      if (!isNew && !(await touchSession(transaction, added))) return { kind: "session_erased" };
      const held = await heldBy(transaction, session.id);
      if (held.files >= max.files || held.bytes + file.size > max.bytes) return { kind: "session_full" };
      if (room && (await isCrowded(transaction, file.size, room))) return { kind: "unsent_uploads_full" };
      if (isNew && !(await openSession(transaction, session, file.createdAt)))
        return { kind: "agent_removed" };
      await transaction
        .insertInto("files")
        .values(fileRow(session.id, file, room))
        .execute();
      return { kind: "added" };
    });
  }
}

/** Locks the rooms, always in this order, so that on whatever nodes they come, the second of two files is counted with the first. */
async function isCrowded(
  transaction: Transaction<Tables>,
  size: number,
  { keyId, address, maxOfKey, maxOfAddress }: UploadRoom,
): Promise<boolean> {
  await lockRoom(`of key ${keyId}`).execute(transaction);
  await lockRoom(`of address ${address}`).execute(transaction);
  const unsentOf = async (column: "key_id" | "address", value: string) => {
    const row = await transaction
      .selectFrom("files")
      .select(({ fn }) => fn.sum("size").as("bytes"))
      .where(column, "=", value)
      .where("sent_at", "is", null)
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  };
  const [ofKey, ofAddress] = [await unsentOf("key_id", keyId), await unsentOf("address", address)];
  return ofKey + size > maxOfKey || ofAddress + size > maxOfAddress;
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
    .where("erased", "=", 0)
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
    .where("deleted", "=", 0)
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
