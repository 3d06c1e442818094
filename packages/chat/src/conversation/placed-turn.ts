import type { Turn } from "./after-posting.ts";
import type { Conversation } from "./conversation.ts";

/**
 * A turn with what is on screen before it. One that is to take the place of a turn which the service has not taken has
 * nothing to replace there: it stands instead of it, and replaces what that one was to replace. `undefined`: another was
 * said after the one whose place it is to take.
 */
export function placedTurn(turn: Turn, before: Conversation, unsettled: Turn | undefined): Turn | undefined {
  if (!turn.replacement || !unsettled) return { ...turn, before };
  if (!turn.replacement.key.startsWith(unsettled.key)) return undefined;
  return { ...turn, before: unsettled.before ?? before, replacement: unsettled.replacement };
}
