import type { SessionRecord, StoredFile, TurnRecord } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";

/** Everything that is stored of one chat. */
export interface ExportedChat {
  readonly chat: SessionRecord;
  readonly turns: readonly TurnRecord[];
  readonly files: readonly StoredFile[];
}

/** Reads all of a chat. */
export async function exportChat({ storage }: OperationContext, chat: SessionRecord): Promise<ExportedChat> {
  const sessionId = chat.id;
  const turns = await storage.conversations.readTurns({ sessionId });
  const files: StoredFile[] = [];
  for (const { id } of await storage.files.list(sessionId)) {
    const file = await storage.files.read({ sessionId, id });
    if (file) files.push(file);
  }
  return { chat, turns, files };
}
