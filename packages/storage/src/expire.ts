import { sql, type DeleteResult, type ExpressionBuilder, type Kysely } from "kysely";
import { setImmediate } from "node:timers/promises";
import { dayBefore, dayMs } from "./budgets/day-of.ts";
import { countErased } from "./usage/count-erased.ts";
import { expireOperatorRecords } from "./operators/expire-operator-records.ts";
import { expirePreviews } from "./previews/previews.ts";
import type { ConversationStore } from "./storage.ts";
import type { Tables } from "./schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  /** The same, if an earlier time may have failed. */
  readonly removeOldResidue: () => Promise<void>;
}

type Times = Parameters<ConversationStore["expire"]>[0];

/** Time for which an upload waits for the message that sends it, in milliseconds. */
const unsentMs = dayMs;

/** Time for which a session that an upload opened waits for its first message: with the rounds of expiry less than an hour. */
const unsaidMs = 45 * 60_000;

/** Time for which is known what replies used, in milliseconds: the same month of the year before can be compared. */
const factsMs = 400 * dayMs;

/** Rows deleted at once: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 100;

/**
 * Deletes expired data: sessions, with everything that belongs to them, and what was kept for a day.
 *
 * Each condition is checked twice: PostgreSQL lets a statement that waited for a row recheck its conditions on the row
 * itself, but not its subselects. A message that came first keeps its session and its files.
 */
export function createExpiry({
  database,
  removeResidue,
  removeOldResidue,
}: Dependencies): ConversationStore["expire"] {
  return async (times) => {
    await deleteSpentKeys(database, times);
    // A reply that was begun yesterday may still run.
    await database.deleteFrom("reservations").where("day", "<", dayBefore(times.now)).execute();
    await database.deleteFrom("daily_use").where("day", "<", dayBefore(times.now)).execute();
    await database.deleteFrom("daily_refusals").where("day", "<", dayBefore(times.now)).execute();
    await deleteOldFacts(database, times);
    await database
      .deleteFrom("usage_counts")
      .where("hour", "<", times.now - factsMs)
      .execute();
    const named = await expireOperatorRecords(database, times.now);
    const files = await deleteUnsentFiles(database, times);
    const sessions = await deleteOldSessions(database, times);
    const previews = await expirePreviews(database, times.now);
    await (sessions + files + named + previews > 0 ? removeResidue() : removeOldResidue());
    return sessions;
  };
}

/** Expired idempotency keys. */
function deleteSpentKeys(database: Kysely<Tables>, { now }: Times): Promise<number> {
  const isSpent = (key: ExpressionBuilder<Tables, "idempotency">) => key("expires_at", "<=", now);
  return inBatches(() =>
    database
      .deleteFrom("idempotency")
      .where((builder) =>
        builder(
          builder.refTuple("agent_id", "key"),
          "in",
          builder
            .selectFrom("idempotency")
            .select(["agent_id", "key"])
            .where(isSpent)
            .limit(batch)
            .$asTuple("agent_id", "key"),
        ),
      )
      .where(isSpent)
      .executeTakeFirstOrThrow(),
  );
}

function deleteOldFacts(database: Kysely<Tables>, { now }: Times): Promise<number> {
  return inBatches(() =>
    database
      .deleteFrom("reply_facts")
      .where("id", "in", (query) =>
        query
          .selectFrom("reply_facts")
          .select("id")
          .where("asked_at", "<", now - factsMs)
          .limit(batch),
      )
      .executeTakeFirstOrThrow(),
  );
}

function deleteUnsentFiles(database: Kysely<Tables>, { now }: Times): Promise<number> {
  const isUnsent = (file: ExpressionBuilder<Tables, "files">) =>
    file.and([file("sent_at", "is", null), file("created_at", "<", now - unsentMs)]);
  return inBatches(() =>
    database
      .deleteFrom("files")
      .where("id", "in", (query) => query.selectFrom("files").select("id").where(isUnsent).limit(batch))
      .where(isUnsent)
      .executeTakeFirstOrThrow(),
  );
}

async function deleteOldSessions(
  database: Kysely<Tables>,
  { now, idleSince, createdSince }: Times,
): Promise<number> {
  const isOver = (session: ExpressionBuilder<Tables, "sessions">) =>
    session.or([session("last_active_at", "<", idleSince), session("created_at", "<", createdSince)]);
  // In the words of the index that has only these.
  const isUnsaid = (session: ExpressionBuilder<Tables, "sessions">) =>
    session.and([session("turns", "=", sql.lit(0)), session("last_active_at", "<", now - unsaidMs)]);
  let deleted = 0;
  for (const isGone of [isOver, isUnsaid])
    deleted += await inBatches(() =>
      database.transaction().execute(async (transaction) => {
        const erased = await transaction
          .deleteFrom("sessions")
          .where("id", "in", (query) => query.selectFrom("sessions").select("id").where(isGone).limit(batch))
          .where(isGone)
          .returning(["agent_id", "turns"])
          .execute();
        await countErased(transaction, { erased, name: "expired", at: now });
        return { numDeletedRows: BigInt(erased.length) };
      }),
    );
  return deleted;
}

/** Deletes again and again until less than a batch was left, and lets others go first in between. Returns how many. */
async function inBatches(deleteSome: () => Promise<Pick<DeleteResult, "numDeletedRows">>): Promise<number> {
  for (let deleted = 0; ; await setImmediate()) {
    const { numDeletedRows } = await deleteSome();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < BigInt(batch)) return deleted;
  }
}
