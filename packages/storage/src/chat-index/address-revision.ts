import { createHash } from "node:crypto";
import type { ChatRow } from "./chat-index-tables.ts";

/**
 * Stands for what a visitor who left an address has said and left: another once they write, ask again or leave another
 * address, whatever else changes in the chat. `null` without an address.
 */
export function addressRevision({
  last_at,
  messages,
  handoff,
}: Pick<ChatRow, "last_at" | "messages" | "handoff">): string | null {
  if (handoff === null || JSON.parse(handoff).email === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([last_at, messages, handoff]))
    .digest("base64url")
    .slice(0, 16);
}
