import type { HistoryMessage, PostedMessage } from "@servicechat/contract";
import type { Conversation, Entry, ReplyPart } from "./conversation.ts";

/** A message as the wire may bring it: only the four specified fields are certain. */
export type ToldMessage = Omit<Partial<HistoryMessage>, "role"> &
  Pick<HistoryMessage, "id" | "role" | "content">;

/** The conversation that history tells; from a server that sends only what is specified, as plain text. */
export function fromHistory(messages: readonly ToldMessage[]): Conversation {
  const asked = new Set(
    messages.flatMap(({ parts = [] }) => parts.flatMap((part) => (part.type === "question" ? part.id : []))),
  );
  return messages.map((message) =>
    message.role === "user" ? visitorEntry(message, asked) : replyEntry(message),
  );
}

function visitorEntry({ id, content, parts = [] }: ToldMessage, asked: ReadonlySet<string>): Entry {
  const part = parts.find(({ type }) => type === "answer" || type === "action" || type === "file");
  if (part?.type === "file") {
    const { type, ...file } = part;
    return {
      from: "visitor",
      key: id,
      text: "",
      message: { type, block: { uploadId: file.uploadId } },
      file,
    };
  }
  let message: PostedMessage = { type: "text", block: { value: content } };
  if (part?.type === "answer") {
    const { type, ...block } = part;
    message = { type, block };
  } else if (part?.type === "action") {
    const { type, ...block } = part;
    message = { type, block };
  }
  // An answer is drawn in its question, once.
  const isShown = part?.type !== "answer" || !asked.has(part.questionId);
  return { from: "visitor", key: id, text: isShown ? content : "", message };
}

const drawn = new Set<string>(["text", "tool", "image", "question"] satisfies ReplyPart["type"][]);

function replyEntry(message: ToldMessage): Entry {
  const { id, content, status = "complete", parts, truncated, error, feedback } = message;
  const shown: readonly ReplyPart[] = parts
    ? parts.filter((part): part is ReplyPart => drawn.has(part.type))
    : [{ type: "text", text: content }];
  return {
    from: "agent",
    key: id,
    status,
    parts: shown,
    ...(truncated ? { truncated } : {}),
    ...(error ? { error } : {}),
    ...(feedback ? { feedback } : {}),
  };
}
