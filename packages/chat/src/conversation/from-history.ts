import type {
  ActionView,
  ChatEventView,
  HistoryMessage,
  MessagePart,
  PostedMessage,
} from "@servicechat/contract";
import type { Conversation, Entry, ReplyPart } from "./conversation.ts";
import type { CommandParts } from "./chat-commands.ts";

/** A message as the wire may bring it: only the four specified fields are certain. */
type ToldMessage = Omit<Partial<HistoryMessage>, "role"> & Pick<HistoryMessage, "id" | "role" | "content">;

/** What is known of the actions that history tells of, and what happened besides. */
interface Known {
  readonly events?: readonly ChatEventView[] | undefined;
  /** What the agent offers; one that it offers no longer reads as its message does. */
  readonly actions?: readonly ActionView[] | undefined;
  readonly sayAction: CommandParts["sayAction"];
}

/** Whether a message was written by a person, in place of the agent. */
export const isOfPerson = ({ by }: Pick<HistoryMessage, "by">): boolean => by?.kind === "person";

/**
 * The conversation that history tells, without what people have said; from a server that sends only what is specified, as
 * plain text.
 */
export function fromHistory(messages: readonly ToldMessage[], known?: Known): Conversation {
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
  known: Known | undefined,
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
  const { id, content, status = "complete", parts, truncated, error, feedback } = message;
  const shown: readonly ReplyPart[] = parts ? parts.filter(isReplyPart) : [{ type: "text", text: content }];
  const followUps = parts?.find((part) => part.type === "follow_ups");
  return {
    from: "agent",
    key: id,
    status,
    parts: shown,
    ...(status === "stopped" && taken.has(id) && { taken: true as const }),
    ...(truncated && { truncated }),
    ...(error && { error }),
    ...(feedback && { feedback }),
    ...(followUps && { followUps }),
  };
}
