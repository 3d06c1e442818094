import type { Kysely } from "kysely";
import type { HandoffRow } from "../handoffs/handoff-tables.ts";
import type { SessionRow, Tables } from "../schema/tables.ts";

/**
 * Since when a visitor who left an address has waited for an answer that nobody is giving, as the column of `chats` has
 * it. Whatever the visitor does after the last settlement waits for the next one.
 */
export async function addressSince(
  database: Kysely<Tables>,
  { holder }: Pick<SessionRow, "holder">,
  handoff: HandoffRow,
): Promise<number | null> {
  if (handoff.email === null) return null;
  // Somebody waits in the chat or holds it: it is in another list.
  if (holder !== "agent") return 0;
  const settledAt = await addressSettledAt(database, handoff);
  const left = (handoff.address_at ?? 0) > settledAt ? [handoff.address_at ?? 0] : [];
  const asked = handoff.asked_by !== "operator" && handoff.since > settledAt ? [handoff.since] : [];
  // Before the first settlement the visitor has waited since leaving the address, whatever they wrote before.
  const first = settledAt === 0 ? (left[0] ?? asked[0]) : undefined;
  if (first !== undefined) return first;
  const written = await database
    .selectFrom("messages")
    .select("created_at")
    .where("session_id", "=", handoff.session_id)
    .where("created_at", ">", settledAt)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  const times = [...left, ...asked, ...(written ? [written.created_at] : [])];
  // Asking again does not make the wait shorter.
  return times.length > 0 ? Math.min(...times) : 0;
}

/**
 * When a person last answered the visitor, gave the chat back or closed it, or marked it as done; 0 before. A visitor who
 * goes back to the agent settles it too, if they were answered after they last asked for a person.
 */
export async function addressSettledAt(
  database: Kysely<Tables>,
  { session_id: sessionId, done_at: doneAt, since }: Pick<HandoffRow, "session_id" | "done_at" | "since">,
): Promise<number> {
  const said = await database
    .selectFrom("replies")
    .select(({ fn }) => fn.max("created_at").as("at"))
    .where("session_id", "=", sessionId)
    .where("author", "=", "person")
    .executeTakeFirst();
  // PostgreSQL writes the largest of big numbers as text.
  const saidAt = Number(said?.at ?? 0);
  const moves = await database
    .selectFrom("chat_events")
    .select(["type", "at"])
    .where("session_id", "=", sessionId)
    .where("type", "in", ["closed", "handed_back", "back_to_assistant"])
    .execute();
  const settling = moves.filter(
    ({ type, at }) => type !== "back_to_assistant" || (saidAt > 0 && saidAt >= since && at >= saidAt),
  );
  return Math.max(saidAt, doneAt ?? 0, ...settling.map(({ at }) => at));
}
