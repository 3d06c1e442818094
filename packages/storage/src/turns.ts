import { replyRecord, type AnswerRow } from "./replies.ts";
import type { TurnRecord, UserMessageRecord } from "./storage.ts";
import type { MessageRow, ReplyRow } from "./tables.ts";

/** Rows of neighbouring turns, each list in order. */
export interface TurnRows {
  readonly messages: readonly MessageRow[];
  readonly replies: readonly ReplyRow[];
  /** The answered questions among them. */
  readonly answers: readonly AnswerRow[];
}

/** Puts rows together: one record for each reply, since every turn has exactly one. */
export function turnRecords({ messages, replies, answers }: TurnRows): readonly TurnRecord[] {
  const messagesOf = Map.groupBy(messages, (message) => message.turn);
  return replies.map((reply) => ({
    number: reply.turn,
    messages: (messagesOf.get(reply.turn) ?? []).map(userMessageRecord),
    reply: replyRecord(reply, answers),
    replaced: reply.replaced === 1,
  }));
}

function userMessageRecord(row: MessageRow): UserMessageRecord {
  return { id: row.id, content: row.content, parts: JSON.parse(row.parts), createdAt: row.created_at };
}
