import type { Turn } from "./after-posting.ts";
import type { Conversation } from "./conversation.ts";

/**
 * A turn with what is on screen before it. One that is to take the place of a turn which the service has not taken has
 * nothing to replace there: it stands instead of it, and replaces what that one was to replace.
 */
export const placedTurn = (turn: Turn, before: Conversation, unsettled: Turn | undefined): Turn =>
  turn.replacement && unsettled
    ? { ...turn, before: unsettled.before ?? before, replacement: unsettled.replacement }
    : { ...turn, before };
