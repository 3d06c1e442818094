import { replyRecord, toldReply, type AnswerRow, type ToldReplyRow } from "./replies.ts";
import type { RecentTurn, TurnRecord, UserMessageRecord } from "../storage.ts";
import type { MessageRow, ToldReplyColumns } from "../schema/tables.ts";

/** The columns of a visitor's message that are read. */
export type ReadMessageRow = Pick<MessageRow, "id" | "turn" | "content" | "parts" | "created_at">;

/** Rows of neighbouring turns, each list in order. */
export interface TurnRows<Reply extends ToldReplyRow> {
  readonly messages: readonly ReadMessageRow[];
  readonly replies: readonly Reply[];
  /** The answered questions among them. */
  readonly answers: readonly AnswerRow[];
}

/** One record for each reply, since every turn has exactly one. */
export const turnRecords = (rows: TurnRows<ToldReplyColumns>): readonly TurnRecord[] =>
  putTogether(rows, (reply) => ({
    reply: replyRecord(reply, rows.answers),
    replaced: reply.replaced === 1,
  }));

/** The same, as far as a model needs them. */
export const recentTurns = (rows: TurnRows<ToldReplyRow>): readonly RecentTurn[] =>
  putTogether(rows, (reply) => ({ reply: toldReply(reply, rows.answers) }));

function putTogether<Reply extends ToldReplyRow, Read>(
  { messages, replies }: TurnRows<Reply>,
  read: (reply: Reply) => Read,
) {
  const messagesOf = Map.groupBy(messages, (message) => message.turn);
  return replies.map((reply) => ({
    number: reply.turn,
    messages: (messagesOf.get(reply.turn) ?? []).map(userMessageRecord),
    ...read(reply),
  }));
}

function userMessageRecord(row: ReadMessageRow): UserMessageRecord {
  return { id: row.id, content: row.content, parts: JSON.parse(row.parts), createdAt: row.created_at };
}
