import type { Kysely } from "kysely";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { HandoffRow } from "../schema/rows/holders.ts";
import type { Tables } from "../schema/tables.ts";

/** When the visitor first wrote after a settlement; `null` while they have not. */
export interface KnownAddress {
  readonly settledAt: number;
  readonly writtenAt: number | null;
}

/**
 * Since when a visitor who left an address has waited for an answer while no person holds the chat, as the column of `chats` has
 * it. Whatever the visitor does after the last settlement waits for the next one.
 *
 * @param chat.personAt when a person last wrote; 0 if never
 * @param chat.known what was known before the messages of `written`, by the times at which they were written
 */
export async function addressSince(
  database: Kysely<Tables>,
  {
    session,
    handoff,
    personAt,
    known,
    written,
  }: {
    readonly session: Pick<SessionRow, "holder">;
    readonly handoff: HandoffRow;
    readonly personAt: number;
    readonly known: KnownAddress | undefined;
    readonly written: readonly number[];
  },
): Promise<{ readonly since: number; readonly known?: KnownAddress } | undefined> {
  if (handoff.email === null) return undefined;
  // Somebody waits in the chat or holds it: it is in another list. Whoever takes it up again looks at all of it.
  if (session.holder !== "agent") return { since: 0 };
  const settledAt = await addressSettledAt(database, handoff, personAt);
  const left = (handoff.address_at ?? 0) > settledAt ? [handoff.address_at ?? 0] : [];
  const asked = handoff.asked_by !== "operator" && handoff.since > settledAt ? [handoff.since] : [];
  // Before the first settlement the visitor has waited since leaving the address, whatever they wrote before.
  const first = settledAt === 0 ? (left[0] ?? asked[0]) : undefined;
  if (first !== undefined) return { since: first };
  const writtenAt =
    known?.settledAt === settledAt
      ? earliest([
          ...(known.writtenAt === null ? [] : [known.writtenAt]),
          ...written.filter((at) => at > settledAt),
        ])
      : await readWrittenAfter(database, handoff.session_id, settledAt);
  // Asking again does not make the wait shorter.
  const since = earliest([...left, ...asked, ...(writtenAt === null ? [] : [writtenAt])]) ?? 0;
  return { since, known: { settledAt, writtenAt } };
}

function earliest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

async function readWrittenAfter(
  database: Kysely<Tables>,
  sessionId: string,
  at: number,
): Promise<number | null> {
  const row = await database
    .selectFrom("messages")
    .select("created_at")
    .where("session_id", "=", sessionId)
    .where("created_at", ">", at)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * When a person last answered the visitor, gave the chat back or closed it, or marked it as done; 0 before. A visitor who
 * goes back to the agent settles it too, if they were answered after they last asked for a person.
 *
 * @param saidAt when a person last wrote; 0 if never
 */
export async function addressSettledAt(
  database: Kysely<Tables>,
  { session_id: sessionId, done_at: doneAt, since }: Pick<HandoffRow, "session_id" | "done_at" | "since">,
  saidAt: number,
): Promise<number> {
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

/** When a person last wrote in a chat; 0 if never. @param personAt when one last did something there */
export async function readSaidAt(
  database: Kysely<Tables>,
  { session_id: sessionId, person_at: personAt }: Pick<HandoffRow, "session_id" | "person_at">,
): Promise<number> {
  if (personAt === null) return 0;
  const said = await database
    .selectFrom("replies")
    .select("created_at")
    .where("session_id", "=", sessionId)
    .where("author", "=", "person")
    .orderBy("turn", "desc")
    .limit(1)
    .executeTakeFirst();
  return said?.created_at ?? 0;
}
