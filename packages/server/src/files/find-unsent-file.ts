import type { FileRecord, FileStore } from "@servicechat/storage";

interface Chat {
  /** `undefined` for a chat that has not begun: it has no files. */
  readonly sessionId: string | undefined;
  readonly files: FileStore;
}

/** An upload of this chat that no message has brought along yet. */
export async function findUnsentFile(
  id: string,
  { sessionId, files }: Chat,
): Promise<FileRecord | undefined> {
  const [file] = sessionId === undefined ? [] : await files.find({ sessionId, ids: [id] });
  return file?.kind === "upload" && file.sentAt === null ? file : undefined;
}
