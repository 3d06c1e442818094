import type { Chat } from "./chat.ts";
import { lastTurn, type VisitorEntry } from "./conversation.ts";
import { messageIdOf } from "./message-id-of.ts";

/**
 * The visitor's last message, if that can currently be edited: it has been answered, and chose and answered nothing.
 */
export function editableTurn(chat: Chat): readonly VisitorEntry[] | undefined {
  // Read only between answers, so that its readers are not rendered again with every word.
  if (chat.state.value !== "ready" || chat.isAnswering.value) return undefined;
  const conversation = chat.conversation.value;
  const reply = conversation.at(-1);
  // The service may have it without anybody knowing: the same one can be sent again, an edited one would be a second.
  if (reply?.from === "agent" && reply.error?.retryable && !messageIdOf(reply)) return undefined;
  // A message to a person is not answered by the agent, and they may have read it.
  if (reply?.from !== "agent") return undefined;
  const turn = lastTurn(conversation);
  const isWritten = turn.every(({ message }) => message.type === "text" || message.type === "file");
  return turn.length > 0 && isWritten ? turn : undefined;
}
