import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * Erases a chat and all of its text for good. A reply that runs in it ends.
 *
 * @throws ResidueRemains when it is erased, but another process keeps the text from leaving SQLite's files
 */
export async function eraseChat(context: OperationContext, id: string, actor: Actor): Promise<void> {
  const { storage, nodeEvents } = context;
  try {
    const audit = auditLine(context, actor, "chat.erase", { kind: "chat", id });
    await storage.conversations.erase(id, { at: context.now(), audit });
  } finally {
    nodeEvents.publish({ type: "session-erased", sessionId: id });
  }
}
