import type { FileStore, NewFile } from "../chats/files.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  readonly checkpoints: Checkpoints;
  /** The free space of the disk, in bytes. */
  readonly freeBytes: () => Promise<number>;
}

/** The free space that the disk must have besides a file, in bytes: messages are still accepted when files are not. */
const reserve = 100 * 1024 * 1024;

/**
 * Keeps a file. Others wait while its megabytes are copied into the write-ahead log, which is some milliseconds; threads
 * bring them to the disk, and from the log into the main file.
 */
export function createAddFile({
  connection,
  exclusive,
  checkpoints,
  freeBytes,
}: Dependencies): FileStore["add"] {
  const insertSession = connection.prepare(
    `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
     select ?, id, ?, ?, ?, 0 from agents where id = ? and deleted = 0`,
  );
  const touchSession = connection.prepare(
    "update sessions set last_active_at = max(last_active_at, ?) where id = ? and erased = 0",
  );
  const selectHeld = connection.prepare<{ files: number; bytes: number }>(
    "select count(*) as files, coalesce(sum(size), 0) as bytes from files where session_id = ?",
  );
  const unsentOf = (column: "key_id" | "address") =>
    connection.prepare<{ bytes: number }>(
      `select coalesce(sum(size), 0) as bytes from files where ${column} = ? and sent_at is null`,
    );
  const [selectOfKey, selectOfAddress] = [unsentOf("key_id"), unsentOf("address")];
  const insertFile = connection.prepare(
    `insert into files
       (id, session_id, kind, name, media_type, size, width, height, alt, text, created_at, sent_at,
        key_id, address, bytes)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  function isCrowded({ file: { size }, room }: NewFile): boolean {
    if (!room) return false;
    const ofKey = selectOfKey.get(room.keyId)?.bytes ?? 0;
    const ofAddress = selectOfAddress.get(room.address)?.bytes ?? 0;
    return ofKey + size > room.maxOfKey || ofAddress + size > room.maxOfAddress;
  }

  function write(added: NewFile): Awaited<ReturnType<FileStore["add"]>> {
    const { file, session, max, room } = added;
    const { files = 0, bytes = 0 } = selectHeld.get(session.id) ?? {};
    if (files >= max.files || bytes + file.size > max.bytes) return { kind: "session_full" };
    if (isCrowded(added)) return { kind: "unsent_uploads_full" };
    const at = file.createdAt;
    if (!("tokenHash" in session)) {
      if (touchSession.run(at, session.id) === 0) return { kind: "session_erased" };
    } else if (insertSession.run(session.id, session.tokenHash, at, at, session.agentId) === 0) {
      return { kind: "agent_removed" };
    }
    checkpoints.expect(file.bytes.length);
    const { id, kind, name, mediaType, size, width, height, alt, text, sentAt } = file;
    const described = [kind, name, mediaType, size, width, height, alt, text] as const;
    const cameBy = [room?.keyId ?? null, room?.address ?? null] as const;
    insertFile.run(id, session.id, ...described, at, sentAt, ...cameBy, file.bytes);
    return { kind: "added" };
  }

  return async (added) => {
    if ((await freeBytes()) < reserve + added.file.size) return { kind: "disk_full" };
    return exclusive.writing(() => write(added));
  };
}
