import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from "kysely";
import { draftMs } from "../agents/agent-drafts.ts";
import { expirePreviews } from "../agents/previews.ts";
import { dayBefore, dayMs } from "../day.ts";
import { deleteInSteps, restAfter, type Rest } from "../erasure/delete-in-steps.ts";
import { createAgentEraser } from "../erasure/erase-agents.ts";
import { createEraser, hideSession, type Eraser } from "../erasure/erase-chats.ts";
import { expireOperatorRecords } from "../people/expire-operator-records.ts";
import type { Tables } from "../schema/tables.ts";
import { countErased } from "../usage/write-counts.ts";
import type { ConversationStore } from "./conversation-store.ts";

interface Dependencies {
  /** Its transactions need not wait for the disk: whatever is lost with one is made again. */
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  /** The same, if an earlier time may have failed. */
  readonly removeOldResidue: () => Promise<void>;
  readonly rest?: Rest;
}

type Times = Parameters<ConversationStore["expire"]>[0];

/** Time for which an upload waits for the message that sends it, in milliseconds. */
const unsentMs = dayMs;

/** Time for which a session that an upload opened waits for its first message: with the rounds of expiry less than an hour. */
const unsaidMs = 45 * 60_000;

/** Time for which is known what replies used, in milliseconds: the same month of the year before can be compared. */
const factsMs = 400 * dayMs;

/** Sessions that are looked up at once. */
const batch = 100;

/**
 * Deletes expired data: sessions, with everything that belongs to them, and what was kept for a day. Every step is as
 * long as a visitor's message at most, and visitors come first between two of them. Where it is interrupted, the next
 * call continues.
 */
export function createExpiry({
  database,
  removeResidue,
  removeOldResidue,
  rest = restAfter,
}: Dependencies): ConversationStore["expire"] {
  const eraser = createEraser({ database, rest });
  const agentEraser = createAgentEraser({ database, rest, eraser });

  return async (times) => {
    const { now, signal } = times;
    const forget = (
      table: keyof Tables,
      key: readonly [string, ...string[]],
      where: RawBuilder<unknown>,
      options: { readonly recheck?: RawBuilder<unknown>; readonly batch?: number } = {},
    ) => deleteInSteps({ database, rest, table, key, where, signal, ...options });

    // The sign keeps SQLite from looking for these rows by the time instead of by their key.
    const spent = (sign: "" | "+") => sql`${sql.raw(sign)}expires_at <= ${now}`;
    await forget("idempotency", ["agent_id", "key"], spent(""), { recheck: spent("+") });
    // A reply that was begun yesterday may still run.
    const isPast = sql`day < ${dayBefore(now)}`;
    await forget("reservations", ["reply_id"], isPast);
    await forget("daily_use", ["key_id", "day"], isPast);
    await forget("daily_refusals", ["key_id", "day"], isPast);
    await forget("reply_facts", ["id"], sql`asked_at < ${now - factsMs}`);
    await forget("usage_counts", ["hour", "agent_id", "key_id", "name"], sql`hour < ${now - factsMs}`);
    await forget("agent_drafts", ["agent_id", "author_id"], sql`saved_at <= ${now - draftMs}`, { batch: 5 });
    const named = await expireOperatorRecords({ database, rest, now, signal });
    const isUnsent = sql`sent_at is null and created_at < ${now - unsentMs}`;
    const files = await forget("files", ["id"], isUnsent, { recheck: sql`+sent_at is null`, batch: 1 });
    const left = await eraser.eraseHidden(signal);
    const sessions = await expireSessions({ database, rest, eraser, times });
    await expirePreviews(database, now);
    const agents = await agentEraser.eraseHidden({ signal });
    await (sessions + left + files + named + agents > 0 ? removeResidue() : removeOldResidue());
    return sessions;
  };
}

type OfSession = ExpressionBuilder<Tables, "sessions">;

/** Hides one session that is past its time after the other, and erases it before the next. */
async function expireSessions({
  database,
  rest,
  eraser,
  times: { now, idleSince, createdSince, signal },
}: {
  readonly database: Kysely<Tables>;
  readonly rest: Rest;
  readonly eraser: Eraser;
  readonly times: Times;
}): Promise<number> {
  const reasons = [
    {
      by: "last_active_at",
      isGone: (session: OfSession) => session.and([session("last_active_at", "<", idleSince)]),
    },
    {
      by: "created_at",
      isGone: (session: OfSession) => session.and([session("created_at", "<", createdSince)]),
    },
    {
      by: "last_active_at",
      // In the words of the index that has only these.
      isGone: (session: OfSession) =>
        session.and([session("turns", "=", sql.lit(0)), session("last_active_at", "<", now - unsaidMs)]),
    },
  ] as const;
  let expired = 0;

  /** A message that came first keeps its session. */
  const hide = (id: string, isGone: (typeof reasons)[number]["isGone"]): Promise<boolean> =>
    database.transaction().execute(async (transaction) => {
      const hidden = await hideSession(transaction, id, isGone);
      if (hidden) await countErased(transaction, { erased: [hidden], name: "expired", at: now });
      return hidden !== undefined;
    });

  for (const { by, isGone } of reasons)
    for (;;) {
      const found = await database
        .selectFrom("sessions")
        .select("id")
        .where("erased", "=", 0)
        .where(isGone)
        .orderBy(by)
        .limit(batch)
        .execute();
      let hidden = 0;
      for (const { id } of found) {
        if (signal?.aborted) return expired + hidden;
        if (!(await rest(() => hide(id, isGone)))) continue;
        await eraser.erase(id);
        hidden += 1;
      }
      expired += hidden;
      if (hidden === 0 || found.length < batch) break;
    }
  return expired;
}
