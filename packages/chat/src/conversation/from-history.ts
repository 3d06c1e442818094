import type { HistoryMessage, PostedMessage } from "@servicechat/contract";
import type { Conversation, Entry, ReplyPart } from "./conversation.ts";

/** The conversation that history tells. */
export function fromHistory(messages: readonly HistoryMessage[]): Conversation {
  const asked = new Set(
    messages.flatMap(({ parts = [] }) => parts.flatMap((part) => (part.type === "question" ? part.id : []))),
  );
  return messages.map((message) =>
    message.role === "user" ? visitorEntry(message, asked) : replyEntry(message),
  );
}

function visitorEntry({ id, content, parts = [] }: HistoryMessage, asked: ReadonlySet<string>): Entry {
  const part = parts.find(({ type }) => type === "answer" || type === "action");
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

/** `parts` and `status` are additive on the wire: a history with the four specified fields is drawn as text. */
function replyEntry(message: HistoryMessage): Entry {
  const { id, content, status = "complete", parts, truncated, error } = message;
  const drawn: readonly ReplyPart[] = parts
    ? parts.filter((part): part is ReplyPart => part.type !== "answer" && part.type !== "action")
    : [{ type: "text", text: content }];
  return {
    from: "agent",
    key: id,
    status,
    parts: drawn,
    ...(truncated ? { truncated } : {}),
    ...(error ? { error } : {}),
  };
}
