import type { FileStore, NewFile } from "../storage.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";

interface Parts {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  readonly checkpoints: Checkpoints;
}

/**
 * Keeps a file. Others wait while its megabytes are copied into the write-ahead log, which is some milliseconds; threads
 * bring them to the disk, and from the log into the main file.
 */
export function createAddFile({ connection, exclusive, checkpoints }: Parts): FileStore["add"] {
  const insertSession = connection.prepare(
    `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
     select ?, id, ?, ?, ?, 0 from agents where id = ?`,
  );
  const touchSession = connection.prepare(
    "update sessions set last_active_at = max(last_active_at, ?) where id = ?",
  );
  const selectHeld = connection.prepare<{ files: number; bytes: number }>(
    "select count(*) as files, coalesce(sum(size), 0) as bytes from files where session_id = ?",
  );
  const insertFile = connection.prepare(
    `insert into files
       (id, session_id, kind, name, media_type, size, width, height, alt, text, created_at, sent_at, bytes)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  function write({ file, session, most }: NewFile) {
    const { files = 0, bytes = 0 } = selectHeld.get(session.id) ?? {};
    if (files >= most.files || bytes + file.size > most.bytes) return "full";
    const at = file.createdAt;
    if (!("tokenHash" in session)) {
      if (touchSession.run(at, session.id) === 0) return "gone";
    } else if (insertSession.run(session.id, session.tokenHash, at, at, session.agentId) === 0) {
      return "orphaned";
    }
    checkpoints.expect(file.bytes.length);
    const { id, kind, name, mediaType, size, width, height, alt, text, sentAt } = file;
    const described = [kind, name, mediaType, size, width, height, alt, text] as const;
    insertFile.run(id, session.id, ...described, at, sentAt, file.bytes);
    return "added";
  }

  return (added) => exclusive.writing(() => write(added));
}
