import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { handoffOf } from "../holders/holder.ts";
import type { ChatRow } from "../schema/rows/chat-list.ts";
import type { Tables } from "../schema/tables.ts";
import { countsAfter, emptyTally, type ChatTally } from "./chat-tally.ts";
import { readChangedTurns } from "./read-changed-turns.ts";

/**
 * Stands for what a visitor who left an address has said and left: another once they write, ask again or leave another
 * address, whatever else changes in the chat. `null` without an address.
 */
export function addressRevision({
  last_at,
  messages,
  handoff,
}: Pick<ChatRow, "last_at" | "messages" | "handoff">): string | null {
  if (handoff === null || JSON.parse(handoff).email === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([last_at, messages, handoff]))
    .digest("base64url")
    .slice(0, 16);
}

/** The same of a chat as it is now: its row may be older. `undefined` if no person was ever asked for. */
export async function readAddressRevision(
  database: Kysely<Tables>,
  sessionId: string,
): Promise<string | null | undefined> {
  const row = await database
    .selectFrom("sessions")
    .innerJoin("handoffs", "handoffs.session_id", "sessions.id")
    .leftJoin("chats", "chats.id", "sessions.id")
    .selectAll("handoffs")
    .select(["last_active_at", "tally"])
    .where("sessions.id", "=", sessionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const changes = await database
    .selectFrom("chat_changes")
    .selectAll()
    .where("session_id", "=", sessionId)
    .execute();
  const turns = await readChangedTurns(database, changes);
  const { counts }: ChatTally = row.tally === null ? emptyTally : JSON.parse(row.tally);
  const changed = turns.map(({ turn, before, facts }) => ({ turn, before, after: facts }));
  return addressRevision({
    last_at: row.last_active_at,
    messages: countsAfter(counts, changed)["messages"] ?? 0,
    handoff: JSON.stringify(handoffOf(row)),
  });
}
