import { messageIdOfReply } from "@servicechat/contract";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** A place between the messages of a chat: behind this many messages of a turn. */
export interface EntryPosition {
  readonly turn: number;
  readonly position: number;
}

/** A reply's position in its turn: after all messages of the visitor. Later events follow it. */
export const afterMessages = 1_000_000;

/** Where something stands that happens now. */
interface EventPosition {
  readonly turn: number;
  /** Behind the visitor's messages of the turn, or behind its reply where it has one, and behind what happened before. */
  readonly position: number;
  /** Id of the message before; `null` before the first. */
  readonly afterId: string | null;
}

/** Behind the last message of a turn, so that its messages come first: more than a turn has. */
const behindMessages = 1_000;

/** Finds the position behind the newest message of a chat, whose row the transaction has locked. */
export async function positionAfter(
  transaction: Kysely<Tables>,
  sessionId: string,
  turn: number,
): Promise<EventPosition> {
  const reply = await transaction
    .selectFrom("replies")
    .select(["id", "author"])
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .executeTakeFirst();
  const isUnanswered = reply?.author === "nobody";
  const position = isUnanswered
    ? await nextPosition(transaction, { sessionId, turn, from: behindMessages, to: afterMessages })
    : await nextPosition(transaction, { sessionId, turn, from: afterMessages + 1 });
  const afterReply = reply ? messageIdOfReply(reply.id) : null;
  const afterId = isUnanswered ? await lastMessageId(transaction, sessionId, turn) : afterReply;
  return { turn, position, afterId };
}

/**
 * A reply turned out not to exist: events while it was expected then follow the visitor's messages, as will later ones.
 */
export async function positionBefore(
  transaction: Kysely<Tables>,
  sessionId: string,
  turn: number,
): Promise<void> {
  const from = await nextPosition(transaction, { sessionId, turn, from: behindMessages, to: afterMessages });
  const afterId = await lastMessageId(transaction, sessionId, turn);
  for (const table of ["chat_events", "chat_notes"] as const)
    await transaction
      .updateTable(table)
      .set((row) => ({ position: row("position", "+", from - (afterMessages + 1)) }))
      .where("session_id", "=", sessionId)
      .where("turn", "=", turn)
      .where("position", ">", afterMessages)
      .execute();
  await transaction
    .updateTable("chat_events")
    .set({ after_id: afterId })
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .where("position", "<", afterMessages)
    .execute();
}

/** Behind what happened in a turn between two positions, `to` not included; `from` where nothing did. */
async function nextPosition(
  transaction: Kysely<Tables>,
  {
    sessionId,
    turn,
    from,
    to = Number.MAX_SAFE_INTEGER,
  }: { readonly sessionId: string; readonly turn: number; readonly from: number; readonly to?: number },
): Promise<number> {
  let position = from;
  for (const table of ["chat_events", "chat_notes"] as const) {
    const last = await transaction
      .selectFrom(table)
      .select("position")
      .where("session_id", "=", sessionId)
      .where("turn", "=", turn)
      .where("position", "<", to)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    position = Math.max(position, (last?.position ?? 0) + 1);
  }
  return position;
}

async function lastMessageId(
  transaction: Kysely<Tables>,
  sessionId: string,
  turn: number,
): Promise<string | null> {
  const message = await transaction
    .selectFrom("messages")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return message?.id ?? null;
}
