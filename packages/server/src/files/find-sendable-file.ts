import type { FileRecord, FileStore } from "@servicechat/storage";

interface Chat {
  /** `undefined` for a chat that has not begun: it has no files. */
  readonly sessionId: string | undefined;
  readonly files: FileStore;
  /** Uploads of a turn that is being replaced: its files may go along once more. */
  readonly sentBefore?: readonly string[] | undefined;
}

/** An upload of this chat that no message has sent yet, or only one that is being replaced. */
export async function findSendableFile(
  id: string,
  { sessionId, files, sentBefore = [] }: Chat,
): Promise<FileRecord | undefined> {
  const [file] = sessionId === undefined ? [] : await files.find({ sessionId, ids: [id] });
  return file?.kind === "upload" && (file.sentAt === null || sentBefore.includes(id)) ? file : undefined;
}
