import type { Turn } from "./after-posting.ts";
import type { Conversation } from "./conversation.ts";

/**
 * A turn with the conversation before it. One that should replace a turn which the service has not accepted has nothing
 * to replace there: it is sent instead of it, and replaces what that one was to replace. `undefined`: another one was
 * sent after the one it should replace.
 */
export function placedTurn(turn: Turn, before: Conversation, unsettled: Turn | undefined): Turn | undefined {
  if (!turn.replacement || !unsettled) return { ...turn, before };
  if (!turn.replacement.key.startsWith(unsettled.key)) return undefined;
  return { ...turn, before: unsettled.before ?? before, replacement: unsettled.replacement };
}
