import type { ChatEventType } from "@servicechat/contract";
import type { Kysely } from "kysely";
import { toldReply } from "../chats/replies.ts";
import { flagOf } from "../gaps/flags.ts";
import { afterMessages, type EntryPosition } from "../holders/chat-position.ts";
import type { Tables } from "../schema/tables.ts";
import { feedbackOf } from "../usage/feedback.ts";
import type { ReplyDetails } from "../usage/reply-facts.ts";
import type { ChatEntry, EntryFacts } from "./chat-list.ts";

/** Messages of a chat in order, behind a place in it, at most `limit`. */
export async function readEntries(
  database: Kysely<Tables>,
  sessionId: string,
  { after, limit }: { readonly after: EntryPosition; readonly limit: number },
): Promise<readonly (ChatEntry & EntryPosition)[]> {
  const messages = await database
    .selectFrom("messages")
    .innerJoin("replies", (join) =>
      join
        .onRef("replies.session_id", "=", "messages.session_id")
        .onRef("replies.turn", "=", "messages.turn"),
    )
    .select(["messages.id", "messages.turn", "messages.position", "messages.content", "messages.parts"])
    .select(["messages.created_at", "replies.replaced"])
    .where("messages.session_id", "=", sessionId)
    .where("messages.turn", ">=", after.turn)
    .where((message) =>
      message.or([
        message("messages.turn", ">", after.turn),
        message("messages.position", ">", Math.min(after.position, afterMessages)),
      ]),
    )
    .orderBy("messages.turn")
    .orderBy("messages.position")
    .limit(limit)
    .execute();
  const firstReply = after.position >= afterMessages ? after.turn + 1 : after.turn;
  const replies = await readReplies(database, sessionId, { firstTurn: firstReply, limit });
  const said = [
    ...messages.map(({ id, turn, position, content, parts, created_at: at, replaced }) => ({
      id,
      turn,
      position,
      at,
      replaced: replaced === 1,
      role: "user" as const,
      text: content,
      parts: JSON.parse(parts),
    })),
    ...replies,
    ...(await readBetween(database, sessionId, { after, limit })),
  ];
  return said.toSorted(inOrder).slice(0, limit);
}

async function readReplies(
  database: Kysely<Tables>,
  sessionId: string,
  { firstTurn, limit }: { readonly firstTurn: number; readonly limit: number },
): Promise<readonly (ChatEntry & EntryPosition)[]> {
  const replies = await database
    .selectFrom("replies")
    .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
    .select(["replies.id", "turn", "status", "content", "parts", "replies.created_at", "rating", "comment"])
    .select(["replaced", "details", "key_id", "model", "version", "finish", "first_text_ms", "total_ms"])
    .select(["language", "marks", "tokens_in", "tokens_out", "tokens_cached"])
    .select(["author", "author_id", "author_name"])
    .leftJoin("reply_flags", "reply_flags.reply_id", "replies.id")
    .select(["reason", "right_answer", "flagged_by", "reply_flags.at as flagged_at"])
    .where("session_id", "=", sessionId)
    .where("turn", ">=", firstTurn)
    .where((reply) => reply.or([reply("author", "is", null), reply("author", "!=", "nobody")]))
    .orderBy("turn")
    .limit(limit)
    .execute();
  const answers = await database
    .selectFrom("questions")
    .select(["id", "turn", "answer"])
    .where("session_id", "=", sessionId)
    .where("turn", ">=", firstTurn)
    .where("turn", "<=", replies.at(-1)?.turn ?? 0)
    .where("answer", "is not", null)
    .execute();
  return replies.map((row) => {
    const { status, content, parts, author } = toldReply({ ...row, transcript: "[]" }, answers);
    const { id, turn, created_at: at } = row;
    const entry = { id, turn, position: afterMessages, at, text: content, replaced: row.replaced === 1 };
    if (author?.kind === "person")
      return { ...entry, role: "person", by: { id: author.id, name: author.name } };
    return {
      ...entry,
      role: "assistant",
      parts,
      status,
      feedback: feedbackOf(row),
      flag: flagOf(row),
      facts: factsOf(row),
    };
  });
}

type FactsRow = {
  readonly [Name in "key_id" | "model" | "finish" | "language" | "marks" | "details"]: string | null;
} & {
  readonly [Name in "version" | "first_text_ms" | "total_ms" | "tokens_in" | "tokens_out" | "tokens_cached"]:
    | number
    | null;
};

function factsOf(row: FactsRow): EntryFacts | null {
  if (row.key_id === null || row.model === null) return null;
  const none: ReplyDetails = { searches: [], tools: [] };
  const details: ReplyDetails = row.details === null ? none : JSON.parse(row.details);
  return {
    ...details,
    keyId: row.key_id,
    model: row.model,
    version: row.version,
    finish: row.finish,
    firstTextMs: row.first_text_ms,
    totalMs: row.total_ms,
    language: row.language,
    marks: JSON.parse(row.marks ?? "[]"),
    inputTokens: row.tokens_in ?? 0,
    outputTokens: row.tokens_out ?? 0,
    cachedTokens: row.tokens_cached ?? 0,
  };
}

function inOrder(one: EntryPosition, other: EntryPosition): number {
  return one.turn - other.turn || one.position - other.position;
}

/** The events between the messages of a chat, after a position: changes of the holder, and notes. */
async function readBetween(
  database: Kysely<Tables>,
  sessionId: string,
  { after, limit }: { readonly after: EntryPosition; readonly limit: number },
): Promise<readonly (ChatEntry & EntryPosition)[]> {
  const events = await database
    .selectFrom("chat_events")
    .select(["id", "turn", "position", "at", "type", "name"])
    .where("session_id", "=", sessionId)
    .where("turn", ">=", after.turn)
    .where((event) => event.or([event("turn", ">", after.turn), event("position", ">", after.position)]))
    .orderBy("turn")
    .orderBy("position")
    .limit(limit)
    .execute();
  const notes = await database
    .selectFrom("chat_notes")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("turn", ">=", after.turn)
    .where((note) => note.or([note("turn", ">", after.turn), note("position", ">", after.position)]))
    .orderBy("turn")
    .orderBy("position")
    .limit(limit)
    .execute();
  return [
    ...events.map(({ id, turn, position, at, type, name }) => ({
      id,
      turn,
      position,
      at,
      role: "event" as const,
      // Only this package writes the column, from this very type.
      event: type as ChatEventType,
      name,
      replaced: false,
    })),
    ...notes.map(({ id, turn, position, at, text, operator_id, operator_name }) => ({
      id,
      turn,
      position,
      at,
      role: "note" as const,
      text,
      by: { id: operator_id, name: operator_name },
      replaced: false,
    })),
  ];
}
