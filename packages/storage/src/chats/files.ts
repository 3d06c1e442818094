import type { Kysely } from "kysely";
import type { FileRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";

/** The metadata of a file, without its bytes. */
export interface FileRecord {
  /** `file_` or `img_` and a UUIDv7. */
  readonly id: string;
  /** `upload`: a visitor sent it. `image`: a tool of the agent made it. */
  readonly kind: "upload" | "image";
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  /** In pixels; `null` for anything but an image. */
  readonly width: number | null;
  readonly height: number | null;
  /** Alternative text, for those who cannot see it; empty for uploads. */
  readonly alt: string;
  /** The text of the file; `null` for images, and if it could not be read. Without NUL. */
  readonly text: string | null;
  readonly createdAt: number;
  /** When it was sent with a message; `null` for an upload that has not been sent yet. */
  readonly sentAt: number | null;
}

/** A file with its content. */
export interface StoredFile extends FileRecord {
  readonly bytes: Uint8Array;
}

/** A file to be stored. */
export interface NewFile {
  readonly file: StoredFile;
  /** An existing session by id, or a new one with the hash of its token. */
  readonly session:
    | { readonly id: string }
    | { readonly id: string; readonly agentId: string; readonly tokenHash: string };
  /** Maximum for all files of the session, this one included. */
  readonly max: { readonly files: number; readonly bytes: number };
  /** By whom it came, and what the files of each may come to that no message has taken yet; for uploads. */
  readonly room?: UploadRoom;
}

/** The maximum size of files that no message has claimed yet, in bytes, including this one. */
export interface UploadRoom {
  readonly keyId: string;
  /** Stands for the visitor's address. */
  readonly address: string;
  readonly maxOfKey: number;
  /** Of all keys together. */
  readonly maxOfAddress: number;
}

/**
 * Files of sessions. They belong to their session: none is found without its id, and they are erased with it, in
 * SQLite from the raw files too. An upload becomes part of the chat with the turn that names it (`NewTurn.files`); one
 * that no turn names is forgotten a day later (`ConversationStore.expire`).
 */
export interface FileStore {
  /**
   * Stores a file, and the session with it if that is new. The session counts as active at the file's `createdAt`.
   *
   * @returns `session_full` when the session would hold more than it may
   * @returns `unsent_uploads_full` when its key or its address would have more that no message has taken than it may, on
   *   all nodes
   * @returns `disk_full` when the disk would have less left than is kept for messages, where that can be seen
   * @returns `session_erased` when an existing session was erased meanwhile
   * @returns `agent_removed` when the agent of a new session was removed meanwhile With any kind but `added`, nothing was
   *   written.
   */
  add(file: NewFile): Promise<{
    readonly kind:
      | "added"
      | "session_full"
      | "unsent_uploads_full"
      | "disk_full"
      | "session_erased"
      | "agent_removed";
  }>;
  /** The files of the session with these ids, in no particular order; unknown ids are skipped. */
  find(query: { sessionId: string; ids: readonly string[] }): Promise<readonly FileRecord[]>;
  /** All of a session, oldest first. */
  list(sessionId: string): Promise<readonly FileRecord[]>;
  /** A file with its bytes. */
  read(query: { sessionId: string; id: string }): Promise<StoredFile | undefined>;
}

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
