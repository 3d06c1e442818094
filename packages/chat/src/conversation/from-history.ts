import type {
  ActionView,
  ChatEventView,
  HistoryMessage,
  MessagePart,
  PostedMessage,
} from "@servicechat/contract";
import { turnsOf, messageIdOf, type Conversation, type Entry, type ReplyPart } from "./conversation.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";

/** A message from the wire: only the four specified fields are certain. */
type ReceivedMessage = Omit<Partial<HistoryMessage>, "role"> &
  Pick<HistoryMessage, "id" | "role" | "content">;

/** What is known about the actions in the history, and other events. */
interface HistoryContext {
  readonly events?: readonly ChatEventView[] | undefined;
  /** The agent's current actions; one that no longer exists appears as its message. */
  readonly actions?: readonly ActionView[] | undefined;
  readonly sayAction: ChatCommandDependencies["sayAction"];
}

/** Whether a message was written by a person instead of the agent. */
export const isOfPerson = ({ by }: Pick<HistoryMessage, "by">): boolean => by?.kind === "person";

/**
 * The conversation in a history, without people's messages; from a server that sends only the specified fields, as
 * plain text.
 */
export function fromHistory(messages: readonly ReceivedMessage[], known?: HistoryContext): Conversation {
  const asked = new Set(
    messages.flatMap(({ parts = [] }) => parts.flatMap((part) => (part.type === "question" ? part.id : []))),
  );
  const taken = new Set(known?.events?.flatMap(({ type, after }) => (type === "joined" ? after : [])));
  return messages
    .filter(({ by }) => !by || !isOfPerson({ by }))
    .map((message) => {
      const entry =
        message.role === "user" ? visitorEntry(message, asked, known) : replyEntry(message, taken);
      return message.replaced ? { ...entry, replaced: true } : entry;
    });
}

function visitorEntry(
  { id, content, created_at = "", parts = [] }: ReceivedMessage,
  asked: ReadonlySet<string>,
  known: HistoryContext | undefined,
): Entry {
  const sentAt = Date.parse(created_at);
  const at = Number.isNaN(sentAt) ? {} : { at: sentAt };
  const part = parts.find(({ type }) => type === "answer" || type === "action" || type === "file");
  if (part?.type === "file") {
    const { type, ...file } = part;
    return {
      from: "visitor",
      key: id,
      ...at,
      text: "",
      message: { type, block: { uploadId: file.uploadId } },
      file,
    };
  }
  let message: PostedMessage = { type: "text", block: { value: content } };
  let text = content;
  if (part?.type === "answer") {
    const { type, ...block } = part;
    message = { type, block };
  } else if (part?.type === "action") {
    const { type, ...block } = part;
    message = { type, block };
    const action = known?.actions?.find(({ id: offered }) => offered === part.actionId);
    if (action) text = known?.sayAction(action, part.input) ?? content;
  }
  // An answer is drawn in its question, once.
  const isShown = part?.type !== "answer" || !asked.has(part.questionId);
  return { from: "visitor", key: id, ...at, text: isShown ? text : "", message };
}

/** Which parts of a message a reply shows. A part without an entry here does not compile. */
const belongsToReply: Readonly<Record<MessagePart["type"], boolean>> = {
  text: true,
  tool: true,
  image: true,
  question: true,
  follow_ups: false,
  answer: false,
  action: false,
  file: false,
};

function isReplyPart(part: MessagePart): part is ReplyPart {
  return belongsToReply[part.type];
}

function replyEntry(message: ReceivedMessage, taken: ReadonlySet<string | null>): Entry {
  const { id, content, status = "complete", parts, ending, error, feedback } = message;
  const shown: readonly ReplyPart[] = parts ? parts.filter(isReplyPart) : [{ type: "text", text: content }];
  const followUps = parts?.find((part) => part.type === "follow_ups");
  return {
    from: "agent",
    key: id,
    status,
    parts: shown,
    ...(status === "stopped" && taken.has(id) && { taken: true as const }),
    ...(ending && { ending }),
    ...(error && { error }),
    ...(feedback && { feedback }),
    ...(followUps && { followUps }),
  };
}

/**
 * The conversation from a history, with the keys that its entries already have on screen: they keep their identity,
 * including text that is being typed into them. Turns are matched by their replies, and one at the end without a
 * reply here by its messages; what is not on screen yet keeps its id.
 */
export function preserveEntryKeys(told: Conversation, shown: Conversation): Conversation {
  const turns = new Map(turnsOf(shown).map((turn) => [replyIdOf(turn), turn]));
  const open = turnsOf(shown).findLast(isUnanswered) ?? [];
  const last = turnsOf(told)
    .findLast((turn) => turn.length > 0)
    ?.at(-1);
  return turnsOf(told).flatMap((turn) => {
    const id = replyIdOf(turn);
    const isLast = turn.at(-1) === last;
    const known = (id && turns.get(id)) || (isLast ? open : []);
    return turn.map((entry, index) => {
      const before = entry.from === "agent" ? known.at(-1) : known[index];
      if (entry.from === "visitor") {
        const isKnown = before?.from === "visitor" && (known !== open || before.text === entry.text);
        return isKnown ? { ...entry, key: before.key } : entry;
      }
      if (before?.from !== "agent") return entry;
      const { key, lastEventId, stopping } = before;
      return { ...entry, key, ...(lastEventId && { lastEventId }), ...(stopping && { stopping }) };
    });
  });
}

function replyIdOf(turn: readonly Entry[]): string | undefined {
  const last = turn.at(-1);
  return last?.from === "agent" ? messageIdOf(last) : undefined;
}

const isUnanswered = (turn: readonly Entry[]): boolean => turn.at(-1)?.from === "visitor";
