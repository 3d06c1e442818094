import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** What a person said. */
export interface PersonWords {
  readonly turn: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Messages that one mail has room for. */
const maxMessages = 50;

/** What people said in a chat behind a turn, at a time or later: what was said at that very moment may not have been seen. */
export async function readWords(
  database: Kysely<Tables>,
  query: {
    readonly sessionId: string;
    readonly after: number;
    readonly last?: number;
    readonly since: number;
  },
): Promise<readonly PersonWords[]> {
  const { last } = query;
  const rows = await database
    .selectFrom("replies")
    .select(["turn", "author_name", "content", "created_at"])
    .where("session_id", "=", query.sessionId)
    .where("author", "=", "person")
    .where("turn", ">", query.after)
    .where("created_at", ">=", query.since)
    .$if(last !== undefined, (words) => words.where("turn", "<=", last ?? 0))
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
