import { sql, type Kysely } from "kysely";
import type { LockSession } from "../holders/write-move.ts";
import { isOfLiveAgent } from "../preview-id.ts";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import { isAbsent, isMailedLongAgo, type VisitorMailRules } from "./visitor-mail-store.ts";

/** A chat in which a person did something after its visitor had gone. */
interface Absent {
  readonly sessionId: string;
  readonly email: string;
  readonly seenAt: number;
  readonly mailedTurn: number;
  /** When a person last did something. */
  readonly personAt: number;
}

/** Maximum number of chats checked in one round. */
const maxChats = 200;
const dayMs = 86_400_000;

/** Finds visitors who are away and whom a person has written to since, or may have. */
export async function findAbsent(
  database: Kysely<Tables>,
  { now, awayMs, maxMessageAgeMs }: VisitorMailRules,
): Promise<readonly Absent[]> {
  const rows = await database
    .selectFrom("handoffs")
    .innerJoin("sessions", "sessions.id", "handoffs.session_id")
    .select(["session_id", "email", "mailed_turn", "person_at"])
    .select(sql<number>`coalesce(seen_at, since)`.as("seen_at"))
    .where(isAbsent({ now, awayMs, maxMessageAgeMs }))
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

/** Creates the email to one of them, if it is due and no other node has created it. */
export async function createMail(
  { database, lockSession }: { readonly database: Kysely<Tables>; readonly lockSession: LockSession },
  { sessionId, email, seenAt, mailedTurn, personAt }: Absent,
  { now, awayMs, maxMessageAgeMs, perDay, newLink, hashAddress, ...limits }: VisitorMailRules,
): Promise<void> {
  const since = Math.max(seenAt, now - maxMessageAgeMs);
  const messages = await readPersonMessages(database, { sessionId, after: mailedTurn, since });
  const [first, last] = [messages[0], messages.at(-1)];
  // Not the current time: a message sent in the meantime, by another node's clock, must not count as emailed.
  const until = personAt + 1;
  if (!first || !last) {
    // A person took the chat and said nothing: there is nothing to send until they do.
    await database
      .updateTable("handoffs")
      .set({ mailed_at: until })
      .where("session_id", "=", sessionId)
      .where("person_at", "=", personAt)
      .execute();
    return;
  }
  // Several messages in a row are sent in one email.
  if (first.at > now - awayMs) return;
  const addressHash = hashAddress(email.toLowerCase());
  if ((await countSent(database, { sessionId, addressHash, from: now - dayMs })) >= perDay) return;
  const link = newLink();
  await database.transaction().execute(async (transaction) => {
    const session = await lockSession(transaction, sessionId);
    if (!session) return;
    const { numUpdatedRows } = await transaction
      .updateTable("handoffs")
      .set({ mailed_turn: last.turn, mailed_at: until })
      .where("session_id", "=", sessionId)
      .where("mailed_turn", "=", mailedTurn)
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await transaction
      .insertInto("mailed_addresses")
      .values({ mail_id: link.id, address_hash: addressHash, at: now })
      .execute();
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
        expires_at: linkEnd(session, { now, ...limits }),
        used_at: null,
      })
      .execute();
  });
}

/** A link expires with its chat at the latest. */
function linkEnd(
  session: Pick<SessionRow, "created_at" | "last_active_at">,
  {
    now,
    linkMs,
    sessionIdleMs,
    sessionAgeMs,
  }: Pick<VisitorMailRules, "now" | "linkMs" | "sessionIdleMs" | "sessionAgeMs">,
): number {
  const { created_at: createdAt, last_active_at: lastActiveAt } = session;
  return Math.min(now + linkMs, lastActiveAt + sessionIdleMs, createdAt + sessionAgeMs);
}

/** The number of emails of a chat, or to its address from any chat, whichever is higher. */
async function countSent(
  database: Kysely<Tables>,
  {
    sessionId,
    addressHash,
    from,
  }: { readonly sessionId: string; readonly addressHash: string; readonly from: number },
): Promise<number> {
  const ofChat = await database
    .selectFrom("visitor_mails")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("session_id", "=", sessionId)
    .where("created_at", ">", from)
    .where("state", "!=", "dropped")
    .executeTakeFirstOrThrow();
  const toAddress = await database
    .selectFrom("mailed_addresses")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("address_hash", "=", addressHash)
    .where("at", ">", from)
    .executeTakeFirstOrThrow();
  return Math.max(Number(ofChat.count), Number(toAddress.count));
}

/** Deletes records of emails that are more than a day old. */
export async function forgetMailed(database: Kysely<Tables>, now: number): Promise<void> {
  // A read comes first: nearly always there are none, and a write would wait for others.
  const old = await database
    .selectFrom("mailed_addresses")
    .select("mail_id")
    .where(isMailedLongAgo(now))
    .limit(1)
    .executeTakeFirst();
  if (old) await database.deleteFrom("mailed_addresses").where(isMailedLongAgo(now)).execute();
}

/** A person's message. */
interface PersonMessage {
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
