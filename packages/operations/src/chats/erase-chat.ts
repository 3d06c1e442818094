import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import type { OperationParts } from "../operation-parts.ts";

/**
 * Erases a chat and all of its text for good. A reply that runs in it ends.
 *
 * @throws ResidueRemains when it is erased, but another process keeps the text from leaving SQLite's files
 */
export async function eraseChat(parts: OperationParts, id: string, asker: Asker): Promise<void> {
  const { storage, nodeEvents } = parts;
  try {
    await storage.conversations.erase(id, { at: parts.now() });
  } finally {
    nodeEvents.publish({ type: "session-erased", sessionId: id });
    await storage.audit.append(auditLine(parts, asker, "chat.erase", { kind: "chat", id }));
  }
}
