import type { Kysely } from "kysely";
import { messageIdOfReply } from "@servicechat/contract";
import { afterMessages } from "../chats/entry-position.ts";
import type { Tables } from "../schema/tables.ts";

/** Where something stands that happens now. */
export interface Place {
  readonly turn: number;
  /** Behind the visitor's messages of the turn, or behind its reply where it has one, and behind what happened before. */
  readonly position: number;
  /** Id of the message before; `null` before the first. */
  readonly afterId: string | null;
}

/** Behind the last message of a turn, so that its messages come first: more than a turn has. */
const behindMessages = 1_000;

/** Finds the place behind the newest message of a chat, whose row the transaction has locked. */
export async function placeAfter(
  transaction: Kysely<Tables>,
  sessionId: string,
  turn: number,
): Promise<Place> {
  const reply = await transaction
    .selectFrom("replies")
    .select(["id", "author"])
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .executeTakeFirst();
  const message = await transaction
    .selectFrom("messages")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const isUnanswered = reply?.author === "nobody";
  const base = isUnanswered ? behindMessages : afterMessages + 1;
  let position = base;
  for (const table of ["chat_events", "chat_notes"] as const) {
    const last = await transaction
      .selectFrom(table)
      .select("position")
      .where("session_id", "=", sessionId)
      .where("turn", "=", turn)
      .$if(isUnanswered, (query) => query.where("position", "<", afterMessages))
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    position = Math.max(position, (last?.position ?? 0) + 1);
  }
  const afterId = isUnanswered ? (message?.id ?? null) : reply ? messageIdOfReply(reply.id) : null;
  return { turn, position, afterId };
}
