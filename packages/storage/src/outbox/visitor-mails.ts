import { sql, type Kysely } from "kysely";
import { readAddressRevision } from "../chat-list/address-revision.ts";
import { addressSettledAt, readSaidAt } from "../chat-list/address-since.ts";
import { recordChange, type LockSession } from "../holders/write-move.ts";
import { writeAudit } from "../people/audit.ts";
import { isPreview } from "../preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import { createMail, findAbsent, forgetMailed, readPersonMessages } from "./create-visitor-mail.ts";
import type { DueVisitorMail, VisitorMailStore } from "./visitor-mail-store.ts";

/** Chats that are recorded in one statement. */
const batch = 100;

/** Mail to visitors who left an address. */
export function createVisitorMailStore({
  database,
  lockSession,
}: {
  readonly database: Kysely<Tables>;
  readonly lockSession: LockSession;
}): VisitorMailStore {
  async function note(
    columns: { readonly seen_at?: number; readonly present_at: number },
    sessionIds: readonly string[],
  ): Promise<void> {
    for (let from = 0; from < sessionIds.length; from += batch)
      await database
        .updateTable("handoffs")
        .set(columns)
        .where("session_id", "in", sessionIds.slice(from, from + batch))
        .where("email", "is not", null)
        .execute();
  }

  /** As it is sent; `undefined` where the visitor has seen it all, and where nothing of it is left. */
  async function dueMail(id: string): Promise<DueVisitorMail | undefined> {
    const row = await database
      .selectFrom("visitor_mails")
      .innerJoin("handoffs", "handoffs.session_id", "visitor_mails.session_id")
      .innerJoin("sessions", "sessions.id", "visitor_mails.session_id")
      .select(["visitor_mails.id", "visitor_mails.session_id", "agent_id", "email", "language", "page"])
      .select(["sealed_link", "expires_at", "tried", "after_turn", "last_turn", "visitor_mails.since"])
      .select(["seen_at"])
      .where("visitor_mails.id", "=", id)
      .executeTakeFirst();
    if (!row || row.email === null || row.sealed_link === null) return undefined;
    const messages = await readPersonMessages(database, {
      sessionId: row.session_id,
      after: row.after_turn,
      last: row.last_turn,
      since: Math.max(row.since, row.seen_at ?? 0),
    });
    return messages.length === 0
      ? undefined
      : {
          id: row.id,
          agentId: row.agent_id,
          to: row.email,
          language: row.language,
          page: row.page,
          sealedLink: row.sealed_link,
          expiresAt: row.expires_at,
          tried: row.tried,
          messages: messages.map(({ name, text }) => ({ name, text })),
        };
  }

  return {
    saveAddress: ({ sessionId, email, language, page, at }) =>
      database.transaction().execute(async (transaction) => {
        if (!(await lockSession(transaction, sessionId))) return;
        const handoff = await transaction
          .selectFrom("handoffs")
          .select(["session_id", "address_at", "done_at", "since", "person_at"])
          .where("session_id", "=", sessionId)
          .executeTakeFirst();
        if (!handoff) return;
        // A visitor who leaves it again before anybody has answered has waited since the first time.
        const saidAt = await readSaidAt(transaction, handoff);
        const isWaiting = (handoff.address_at ?? 0) > (await addressSettledAt(transaction, handoff, saidAt));
        await transaction
          .updateTable("handoffs")
          .set({ email, language, page, seen_at: at, present_at: at, ...(!isWaiting && { address_at: at }) })
          .where("session_id", "=", sessionId)
          .execute();
        await recordChange(transaction, sessionId);
      }),

    markDone: ({ sessionId, at, revision, audit }) =>
      database.transaction().execute(async (transaction) => {
        const session = await lockSession(transaction, sessionId);
        if (session?.holder !== "agent") return "unchanged";
        if (revision !== undefined && !(await isAsSeen(transaction, { sessionId, revision })))
          return "outdated";
        const { numUpdatedRows } = await transaction
          .updateTable("handoffs")
          .set({ done_at: at })
          .where("session_id", "=", sessionId)
          .where("email", "is not", null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return "unchanged";
        await recordChange(transaction, sessionId);
        await writeAudit(transaction, audit);
        return "done";
      }),

    markSeen: (sessionIds, at) => note({ seen_at: at, present_at: at }, sessionIds),

    markPresent: (sessionIds, at) => note({ present_at: at }, sessionIds),

    async createDue(rules) {
      await forgetMailed(database, rules.now);
      for (const absent of await findAbsent(database, rules))
        await createMail({ database, lockSession }, absent, rules);
    },

    async claim({ now, until, limit }) {
      const candidates = await database
        .selectFrom("visitor_mails")
        .select("id")
        .where("state", "=", sql.lit("pending"))
        .where("next_at", "<=", now)
        .where("claimed_until", "<=", now)
        .orderBy("next_at")
        .limit(limit)
        .execute();
      const claimed: DueVisitorMail[] = [];
      // One by one: an erasure that locks some of the same rows must never wait for this in a circle.
      for (const { id } of candidates) {
        const { numUpdatedRows } = await database
          .updateTable("visitor_mails")
          .set({ claimed_until: until })
          .where("id", "=", id)
          .where("state", "=", sql.lit("pending"))
          .where("next_at", "<=", now)
          .where("claimed_until", "<=", now)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) continue;
        const mail = await dueMail(id);
        if (mail) {
          claimed.push(mail);
          continue;
        }
        const dropped = await database
          .updateTable("visitor_mails")
          .set({ state: "dropped", next_at: null, sealed_link: null, expires_at: 0 })
          .where("id", "=", id)
          .where("claimed_until", "=", until)
          .executeTakeFirstOrThrow();
        if (dropped.numUpdatedRows > 0n)
          await database.deleteFrom("mailed_addresses").where("mail_id", "=", id).execute();
      }
      return claimed;
    },

    async settle({ id, claim, state, nextAt }) {
      await database
        .updateTable("visitor_mails")
        .set((row) => ({
          state,
          tried: row("tried", "+", 1),
          next_at: nextAt,
          claimed_until: 0,
          ...(state !== "pending" && { sealed_link: null }),
        }))
        .where("id", "=", id)
        .where("claimed_until", "=", claim)
        .execute();
    },

    redeemLink: ({ linkHash, agentId, tokenHash, idleSince, createdSince, now }) =>
      database.transaction().execute(async (transaction) => {
        const mail = await transaction
          .selectFrom("visitor_mails")
          .select("session_id")
          .where("link_hash", "=", linkHash)
          .where("expires_at", ">", now)
          .executeTakeFirst();
        const session = mail && (await lockSession(transaction, mail.session_id));
        if (!session || session.agent_id !== agentId || isPreview(agentId)) return undefined;
        if (session.last_active_at < idleSince || session.created_at < createdSince) return undefined;
        const { numUpdatedRows } = await transaction
          .updateTable("visitor_mails")
          .set({ used_at: now })
          .where("link_hash", "=", linkHash)
          .where("used_at", "is", null)
          .executeTakeFirstOrThrow();
        const opened = { sessionId: session.id, isRepeated: numUpdatedRows === 0n };
        if (opened.isRepeated) return session.token_hash === tokenHash ? opened : undefined;
        await transaction
          .updateTable("sessions")
          .set({ token_hash: tokenHash })
          .where("id", "=", session.id)
          .execute();
        return opened;
      }),

    async isLinkRedeemed(sessionId) {
      const mail = await database
        .selectFrom("visitor_mails")
        .select("id")
        .where("session_id", "=", sessionId)
        .where("used_at", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return mail !== undefined;
    },
  };
}

/**
 * Whether the visitor has said and left nothing since this revision of the address or of the whole chat, within a
 * transaction that locks its session.
 */
async function isAsSeen(
  transaction: Kysely<Tables>,
  { sessionId, revision }: { readonly sessionId: string; readonly revision: string },
): Promise<boolean> {
  const isSame = (await readAddressRevision(transaction, sessionId)) === revision;
  return isSame || isNewest(transaction, sessionId, revision);
}

/** Whether nothing has happened in a chat since this revision of its row, within a transaction that locks its session. */
async function isNewest(transaction: Kysely<Tables>, sessionId: string, revision: string): Promise<boolean> {
  const change = await transaction
    .selectFrom("chat_changes")
    .select("id")
    .where("session_id", "=", sessionId)
    .limit(1)
    .executeTakeFirst();
  if (change) return false;
  const row = await transaction
    .selectFrom("chats")
    .select("revision")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row !== undefined && String(row.revision) === revision;
}
