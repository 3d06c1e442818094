import type { HistoryMessage, MessagePart, ToolRow } from "@servicechat/contract";
import { endedRows, failures, messageIdOfReply } from "@servicechat/contract";
import { isForeignTool } from "./foreign-tool.ts";
import type { ReplyRecord, StoredPart, TurnRecord, UserMessageRecord } from "@servicechat/storage";

/** The messages of turns, in order. A reply that is still waiting for its first word is not yet a message. */
export function historyView(turns: readonly TurnRecord[]): HistoryMessage[] {
  return turns.flatMap(({ messages, reply, replaced }) => {
    const said = messages.map(userMessageView);
    const views = reply.author?.kind === "nobody" ? said : [...said, replyView(reply)];
    return replaced ? views.map((view) => ({ ...view, replaced })) : views;
  });
}

function userMessageView(message: UserMessageRecord): HistoryMessage {
  return {
    id: message.id,
    role: "user",
    content: message.content,
    created_at: new Date(message.createdAt).toISOString(),
    author: "visitor",
    status: "complete",
    parts: message.parts,
  };
}

function replyView(reply: ReplyRecord): HistoryMessage {
  return {
    id: messageIdOfReply(reply.id),
    role: "assistant",
    content: reply.content,
    created_at: new Date(reply.createdAt).toISOString(),
    author: reply.author?.kind === "person" ? "person" : "ai",
    status: reply.status,
    parts: partsOfReply(reply),
    ...(reply.author?.kind === "person" && { by: { kind: "person" as const, name: reply.author.name } }),
    ...(reply.ending && { ending: reply.ending }),
    ...(reply.ending === "length" && { truncated: true }),
    ...(reply.feedback && { feedback: reply.feedback }),
    ...(reply.failure !== null && {
      error: {
        code: reply.failure,
        message: failures[reply.failure].message,
        retryable: failures[reply.failure].retryable,
      },
    }),
  };
}

/** The parts of a reply as its reader gets them. */
export function partsOfReply({
  parts,
  content,
  status,
}: Pick<ReplyRecord, "parts" | "content" | "status">): MessagePart[] {
  return wireParts(parts, content).map((part) => endedPart(part, status));
}

/**
 * A crash leaves a tool as it was when it was last written: in a reply that is over, none runs. Nor does a row of a tool that
 * has ended, as earlier versions have stored them.
 */
function endedPart(part: MessagePart, status: ReplyRecord["status"]): MessagePart {
  if (part.type !== "tool" || (part.status === "running" && status === "streaming")) return part;
  const hasSucceeded = part.status === "succeeded";
  const rows = part.rows && { rows: endedRows(part.rows, hasSucceeded ? "done" : "failed") };
  const told = part.status === "running" && isForeignTool(part) ? { rows: cutOffRows(part.rows) } : rows;
  return { ...part, status: hasSucceeded ? "succeeded" : "failed", ...told };
}

/** Nobody knows what became of a request that was under way. A row that only said what was waited for is replaced. */
function cutOffRows(rows: readonly ToolRow[] = []): readonly ToolRow[] {
  const progress = rows.filter(({ status, detail }) => status !== "running" || detail !== undefined);
  return [cutOff, ...endedRows(progress, "failed")];
}

const cutOff: ToolRow = { title: "It was stopped", detail: "It may have taken effect", status: "failed" };

/** Whom a question was asked is the service's own business. */
function asked({ askedOf: _mark, ...question }: Extract<StoredPart, { type: "question" }>): MessagePart {
  return question;
}

/** Text parts are stored as where they begin; on the wire they carry their text. */
export function wireParts(parts: readonly StoredPart[], content: string): MessagePart[] {
  return parts.map((part, index) => {
    if (part.type === "question") return asked(part);
    if (part.type !== "text") return part;
    const next = parts.slice(index + 1).find((later) => later.type === "text");
    return { type: "text", text: content.slice(part.start, next?.type === "text" ? next.start : undefined) };
  });
}
