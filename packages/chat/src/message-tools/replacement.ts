import { withAnswers, type Replacement } from "../conversation/after-posting.ts";
import type { Chat } from "../conversation/chat.ts";
import {
  messageIdOf,
  lastTurn,
  type Conversation,
  type Entry,
  type VisitorEntry,
} from "../conversation/conversation.ts";
import { isUnknownSession } from "../conversation/refusals.ts";

/** The id of no message: an attempt to replace it is refused, as it should be. */
const none = "msg_none";

/** Creates what replaces the last turn by another. */
export function createReplacement(
  chat: Pick<Chat, "conversation" | "history" | "refresh">,
  said: readonly VisitorEntry[],
): Replacement {
  const key = said.at(-1)?.key ?? "";
  const answer = chat.conversation.peek().at(-1);
  let found = key.startsWith("msg_") ? key : undefined;
  const find = async (): Promise<string> => (found ??= await findBefore(answer, chat));
  return {
    key,
    find,
    answered: () => void seeReplaced(find, chat).catch(() => undefined), // then it is seen when the chat is next read
    place(before, turn) {
      const last = before.findLastIndex(
        (entry, index) => entry.from === "agent" && !entry.replaced && index < before.length - 1,
      );
      const replaced = before.slice(last + 1).map((entry) => ({ ...entry, replaced: true }) as const);
      return [...withAnswers(reopened(before.slice(0, last + 1)), turn), ...replaced];
    },
  };
}

const idOfAnswer = (entry: Entry | undefined): string | undefined =>
  entry?.from === "agent" ? messageIdOf(entry) : undefined;

/** The last message before an answer that this tab has received: the history knows it. */
async function findBefore(answer: Entry | undefined, { history }: Pick<Chat, "history">): Promise<string> {
  const answerId = idOfAnswer(answer);
  try {
    const { messages } = await history();
    return messages[messages.findIndex(({ id }) => id === answerId) - 1]?.id ?? none;
  } catch (error) {
    if (isUnknownSession(error)) return none;
    throw error;
  }
}

/**
 * During an upgrade, a node of a version without replacement accepts the turn as an additional one: then the chat is
 * drawn as it is.
 *
 * @throws ClientError
 */
async function seeReplaced(
  find: () => Promise<string>,
  { conversation, history, refresh }: Pick<Chat, "conversation" | "history" | "refresh">,
): Promise<void> {
  const answerId = idOfAnswer(conversation.peek().at(-1));
  const replacedId = await find();
  const { messages } = await history();
  const isTold = messages.some(({ id }) => id === answerId);
  if (isTold && messages.some(({ id, replaced }) => id === replacedId && !replaced)) await refresh();
}

/**
 * The question at the end of the last answer is open again: only the turn after it, in plain words, has answered it.
 */
function reopened(conversation: Conversation): Conversation {
  const last = conversation.at(-1);
  if (last?.from !== "agent") return conversation;
  const parts = last.parts.map((part) => {
    if (part.type !== "question") return part;
    const { answer: _answer, ...open } = part;
    return open;
  });
  return [...conversation.slice(0, -1), { ...last, parts }];
}

/**
 * The visitor's last message, if that can currently be edited: it has been answered, and chose and answered nothing.
 */
export function editableTurn(chat: Chat): readonly VisitorEntry[] | undefined {
  // Read only between answers, so that its readers are not rendered again with every word.
  if (chat.state.value !== "ready" || chat.isAnswering.value) return undefined;
  const conversation = chat.conversation.value;
  const reply = conversation.at(-1);
  // The service may have received it all the same: sending it again is safe, but an edited one would be a second message.
  if (reply?.from === "agent" && reply.error?.retryable && !messageIdOf(reply)) return undefined;
  // A message to a person is not answered by the agent, and they may have read it.
  if (reply?.from !== "agent") return undefined;
  const turn = lastTurn(conversation);
  const isWritten = turn.every(({ message }) => message.type === "text" || message.type === "file");
  return turn.length > 0 && isWritten ? turn : undefined;
}
