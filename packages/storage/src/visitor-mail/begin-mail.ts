import { sql, type Kysely } from "kysely";
import type { LockSession } from "../handovers/move-chat.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import { readWords } from "./read-words.ts";
import type { VisitorMailRules } from "./visitor-mail-store.ts";

/** A chat in which a person did something after its visitor had gone. */
interface Absent {
  readonly sessionId: string;
  readonly email: string;
  readonly seenAt: number;
  readonly mailedTurn: number;
  /** When a person last did something. */
  readonly personAt: number;
}

/** Chats that are looked at in one round. */
const maxChats = 200;
const dayMs = 86_400_000;

/** Finds visitors who are away and whom a person has written to since, or may have. */
export async function findAbsent(
  database: Kysely<Tables>,
  { now, awayMs, newestMs }: VisitorMailRules,
): Promise<readonly Absent[]> {
  const seenAt = sql<number>`coalesce(seen_at, since)`;
  const rows = await database
    .selectFrom("handoffs")
    .innerJoin("sessions", "sessions.id", "handoffs.session_id")
    .select(["session_id", "email", "mailed_turn", "person_at", seenAt.as("seen_at")])
    .where("email", "is not", null)
    .where("person_at", ">=", now - newestMs)
    .where("person_at", ">=", seenAt)
    .where((row) => row.or([row("mailed_at", "is", null), row("person_at", ">=", row.ref("mailed_at"))]))
    .where(sql<boolean>`coalesce(present_at, since) <= ${now - awayMs}`)
    .where(isOfLiveAgent("agent_id"))
    .orderBy("person_at")
    .limit(maxChats)
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    email: row.email ?? "",
    seenAt: row.seen_at,
    mailedTurn: row.mailed_turn,
    personAt: row.person_at ?? now,
  }));
}

/** Begins the mail to one of them, where it is due and no other node has begun it. */
export async function beginMail(
  { database, lockSession }: { readonly database: Kysely<Tables>; readonly lockSession: LockSession },
  { sessionId, email, seenAt, mailedTurn, personAt }: Absent,
  { now, awayMs, newestMs, linkMs, perDay, newLink }: VisitorMailRules,
): Promise<void> {
  const since = Math.max(seenAt, now - newestMs);
  const words = await readWords(database, { sessionId, after: mailedTurn, since });
  const [first, last] = [words[0], words.at(-1)];
  // Not the present: what a person says meanwhile, by another node's clock, must not count as mailed.
  const until = personAt + 1;
  if (!first || !last) {
    // Somebody came and said nothing. The chat stands in nobody's way until they say something.
    await database
      .updateTable("handoffs")
      .set({ mailed_at: until })
      .where("session_id", "=", sessionId)
      .where("person_at", "=", personAt)
      .execute();
    return;
  }
  // Whoever writes several messages in a row has them in one mail.
  if (first.at > now - awayMs) return;
  if ((await countSent(database, { sessionId, email, from: now - dayMs })) >= perDay) return;
  const link = newLink();
  await database.transaction().execute(async (transaction) => {
    if (!(await lockSession(transaction, sessionId))) return;
    const { numUpdatedRows } = await transaction
      .updateTable("handoffs")
      .set({ mailed_turn: last.turn, mailed_at: until })
      .where("session_id", "=", sessionId)
      .where("mailed_turn", "=", mailedTurn)
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await transaction
      .insertInto("visitor_mails")
      .values({
        id: link.id,
        session_id: sessionId,
        created_at: now,
        since,
        after_turn: mailedTurn,
        last_turn: last.turn,
        state: "pending",
        tried: 0,
        next_at: now,
        claimed_until: 0,
        link_hash: link.hash,
        sealed_link: link.sealed,
        expires_at: now + linkMs,
        used_at: null,
      })
      .execute();
  });
}

/** Mails of a chat, or to its address in whatever chat, whichever are more. */
async function countSent(
  database: Kysely<Tables>,
  { sessionId, email, from }: { readonly sessionId: string; readonly email: string; readonly from: number },
): Promise<number> {
  const { count } = await database
    .selectFrom("visitor_mails")
    .innerJoin("handoffs", "handoffs.session_id", "visitor_mails.session_id")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("created_at", ">", from)
    .where("state", "!=", "dropped")
    .where((row) =>
      row.or([
        row("visitor_mails.session_id", "=", sessionId),
        row(row.fn<string>("lower", ["email"]), "=", email.toLowerCase()),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
