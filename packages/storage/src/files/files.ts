import type { Kysely } from "kysely";
import type { FileRecord, FileStore, NewFile, StoredFile } from "./file-store.ts";
import type { FileRow, Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The locking while megabytes are written differs from database to database. */
  readonly add: FileStore["add"];
}

const described = [
  "id",
  "kind",
  "name",
  "media_type",
  "size",
  "width",
  "height",
  "alt",
  "text",
  "created_at",
  "sent_at",
] as const;

/** Files of sessions. */
export function createFileStore({ database, add }: Dependencies): FileStore {
  return {
    add,

    async find({ sessionId, ids }) {
      if (ids.length === 0) return [];
      const rows = await database
        .selectFrom("files")
        .select(described)
        .where("session_id", "=", sessionId)
        .where("id", "in", ids)
        .execute();
      return rows.map(fileRecord);
    },

    async list(sessionId) {
      const rows = await database
        .selectFrom("files")
        .select(described)
        .where("session_id", "=", sessionId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(fileRecord);
    },

    async read({ sessionId, id }) {
      const row = await database
        .selectFrom("files")
        .select([...described, "bytes"])
        .where("session_id", "=", sessionId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { ...fileRecord(row), bytes: row.bytes };
    },
  };
}

function fileRecord(row: Omit<FileRow, "bytes" | "session_id" | "key_id" | "address">): FileRecord {
  return {
    id: row.id,
    kind: row.kind === "image" ? "image" : "upload",
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    width: row.width,
    height: row.height,
    alt: row.alt,
    text: row.text,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}

/** A file as a row. */
export function fileRow(sessionId: string, file: StoredFile, room: NewFile["room"]): FileRow {
  return {
    id: file.id,
    session_id: sessionId,
    kind: file.kind,
    name: file.name,
    media_type: file.mediaType,
    size: file.size,
    width: file.width,
    height: file.height,
    alt: file.alt,
    text: file.text,
    created_at: file.createdAt,
    sent_at: file.sentAt,
    key_id: room?.keyId ?? null,
    address: room?.address ?? null,
    bytes: file.bytes,
  };
}
