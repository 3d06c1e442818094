import type { Kysely } from "kysely";
import type { ChatEventType } from "@servicechat/contract";
import type { Tables } from "../schema/tables.ts";
import type { ChatEntry } from "./chat-index.ts";
import type { EntryPosition } from "./entry-position.ts";

/** The events between the messages of a chat, after a position: changes of the holder, and notes. */
export async function readBetween(
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
