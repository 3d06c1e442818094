import type {
  ActionView,
  ChatEventView,
  HistoryMessage,
  MessagePart,
  PostedMessage,
} from "@servicechat/contract";
import type { Conversation, Entry, ReplyPart } from "./conversation.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";

/** A message from the wire: only the four specified fields are certain. */
type ToldMessage = Omit<Partial<HistoryMessage>, "role"> & Pick<HistoryMessage, "id" | "role" | "content">;

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
export function fromHistory(messages: readonly ToldMessage[], known?: HistoryContext): Conversation {
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
  { id, content, created_at = "", parts = [] }: ToldMessage,
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

function replyEntry(message: ToldMessage, taken: ReadonlySet<string | null>): Entry {
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
