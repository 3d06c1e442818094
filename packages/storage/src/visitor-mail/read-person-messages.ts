import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** A person's message. */
export interface PersonMessage {
  readonly turn: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Messages that one mail has room for. */
const maxMessages = 50;

/**
 * People's messages in a chat after a turn, at a time or later: a message of that exact moment may not have been seen.
 */
export async function readPersonMessages(
  database: Kysely<Tables>,
  query: {
    readonly sessionId: string;
    readonly after: number;
    readonly last?: number;
    readonly since: number;
  },
): Promise<readonly PersonMessage[]> {
  const { last } = query;
  const rows = await database
    .selectFrom("replies")
    .select(["turn", "author_name", "content", "created_at"])
    .where("session_id", "=", query.sessionId)
    .where("author", "=", "person")
    .where("turn", ">", query.after)
    .where("created_at", ">=", query.since)
    .$if(last !== undefined, (messages) => messages.where("turn", "<=", last ?? 0))
    .orderBy("turn")
    .limit(maxMessages)
    .execute();
  return rows.map((row) => ({
    turn: row.turn,
    name: row.author_name ?? "",
    text: row.content,
    at: row.created_at,
  }));
}
