import type { Chat } from "./chat.ts";
import { lastTurn, type VisitorEntry } from "./conversation.ts";
import { messageIdOf } from "./message-id-of.ts";

/** What the visitor said last, if that can be changed now: it has been answered, and chose and answered nothing. */
export function editableTurn(chat: Chat): readonly VisitorEntry[] | undefined {
  // Looked at only between answers: who draws this is not to be drawn anew with every word.
  if (chat.state.value !== "ready" || chat.isAnswering.value) return undefined;
  const conversation = chat.conversation.value;
  const reply = conversation.at(-1);
  // The service may have it without anybody knowing: sent again it is the same one, changed it would be a second.
  if (reply?.from === "agent" && reply.error?.retryable && !messageIdOf(reply)) return undefined;
  // What was said to a person is answered by nobody here, and they may have read it.
  if (reply?.from !== "agent") return undefined;
  const turn = lastTurn(conversation);
  const isWritten = turn.every(({ message }) => message.type === "text" || message.type === "file");
  return turn.length > 0 && isWritten ? turn : undefined;
}
