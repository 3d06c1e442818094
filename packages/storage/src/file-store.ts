/** What is known of a file, besides its bytes. */
export interface FileRecord {
  /** `file_` or `img_` and a UUIDv7. */
  readonly id: string;
  /** `upload`: a visitor sent it. `image`: a tool of the agent made it. */
  readonly kind: "upload" | "image";
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  /** In pixels; `null` for what is no image. */
  readonly width: number | null;
  readonly height: number | null;
  /** What an image shows, for those who do not see it; empty for uploads. */
  readonly alt: string;
  /** What the file says; `null` for images, and when it could not be read. Without NUL. */
  readonly text: string | null;
  readonly createdAt: number;
  /** When a message brought it along; `null` for an upload that still waits for one. */
  readonly sentAt: number | null;
}

/** A file with its content. */
export interface StoredFile extends FileRecord {
  readonly bytes: Uint8Array;
}

/** A file that is to be kept. */
export interface NewFile {
  readonly file: StoredFile;
  /** An existing session by id, or a new one with the hash of its token. */
  readonly session:
    | { readonly id: string }
    | { readonly id: string; readonly agentId: string; readonly tokenHash: string };
  /** What all files of the session may come to, this one included. */
  readonly most: { readonly files: number; readonly bytes: number };
}

/**
 * Files of sessions. They belong to their session: nobody finds one without its id, and they are erased with it, in
 * SQLite from the raw files too. An upload becomes part of the chat with the turn that names it (`NewTurn.files`); one
 * that no turn names is forgotten a day later (`ConversationStore.expire`).
 */
export interface FileStore {
  /**
   * Keeps a file, and with it the session when that is new. The session counts as active at the file's `createdAt`.
   *
   * @returns `full` when the session would hold more than it may
   * @returns `gone` when an existing session was erased meanwhile
   * @returns `orphaned` when the agent of a new session was removed meanwhile
   * With any of these words nothing was written.
   */
  add(file: NewFile): Promise<"added" | "full" | "gone" | "orphaned">;
  /** Those of the session with these ids, in no order; others are passed over. */
  find(query: { sessionId: string; ids: readonly string[] }): Promise<readonly FileRecord[]>;
  /** All of a session, oldest first. */
  list(sessionId: string): Promise<readonly FileRecord[]>;
  /** One with its bytes. */
  read(query: { sessionId: string; id: string }): Promise<StoredFile | undefined>;
}
