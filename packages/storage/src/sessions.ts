import type { DeleteResult, ExpressionBuilder, Kysely } from "kysely";
import { setImmediate } from "node:timers/promises";
import { dayBefore } from "./day-of.ts";
import type { ConversationStore, SessionRecord } from "./storage.ts";
import type { SessionRow, Tables } from "./tables.ts";

interface Parts {
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeTraces: () => Promise<void>;
}

/** Time for which an upload waits for the message that sends it, in milliseconds. */
const unsentMs = 86_400_000;

/** Sessions, keys or files, deleted or looked for at once: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 100;

/** Sessions as a whole: finding, listing, forgetting. What hangs on a session goes with it. */
export function createSessions({
  database,
  removeTraces,
}: Parts): Pick<ConversationStore, "find" | "findErased" | "list" | "erase" | "expire"> {
  return {
    async find(sessionId) {
      const row = await database
        .selectFrom("sessions")
        .selectAll()
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return row && sessionRecord(row);
    },

    async findErased(sessionIds) {
      const erased = new Set(sessionIds);
      for (let from = 0; from < sessionIds.length; from += batch) {
        if (from > 0) await setImmediate();
        const asked = sessionIds.slice(from, from + batch);
        const there = await database.selectFrom("sessions").select("id").where("id", "in", asked).execute();
        for (const { id } of there) erased.delete(id);
      }
      return [...erased];
    },

    async list({ agentId, limit }) {
      const rows = await database
        .selectFrom("sessions")
        .selectAll()
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .orderBy("last_active_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(sessionRecord);
    },

    async erase(sessionId) {
      const { numDeletedRows } = await database
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .executeTakeFirstOrThrow();
      // Also when there was none: an earlier erasure may have been cut off between its two steps.
      await removeTraces();
      return numDeletedRows > 0n;
    },

    async expire({ now, idleSince, createdSince }) {
      // Each condition is asked twice: PostgreSQL lets a statement that waited for a row ask again what it says of the
      // row itself, and not what it has selected. A message that came first keeps its session and its files.
      const isSpent = (key: ExpressionBuilder<Tables, "idempotency">) => key("expires_at", "<=", now);
      const isUnsent = (file: ExpressionBuilder<Tables, "files">) =>
        file.and([file("sent_at", "is", null), file("created_at", "<", now - unsentMs)]);
      const isOver = (session: ExpressionBuilder<Tables, "sessions">) =>
        session.or([session("last_active_at", "<", idleSince), session("created_at", "<", createdSince)]);
      await inBatches(() =>
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
      // A reply that was begun yesterday may still run.
      await database.deleteFrom("reservations").where("day", "<", dayBefore(now)).execute();
      await database.deleteFrom("daily_use").where("day", "<", dayBefore(now)).execute();
      const unsent = await inBatches(() =>
        database
          .deleteFrom("files")
          .where("id", "in", (query) => query.selectFrom("files").select("id").where(isUnsent).limit(batch))
          .where(isUnsent)
          .executeTakeFirstOrThrow(),
      );
      const expired = await inBatches(() =>
        database
          .deleteFrom("sessions")
          .where("id", "in", (query) => query.selectFrom("sessions").select("id").where(isOver).limit(batch))
          .where(isOver)
          .executeTakeFirstOrThrow(),
      );
      if (expired + unsent > 0) await removeTraces();
      return expired;
    },
  };
}

/** Deletes again and again until less than a batch was left, and lets others go first in between. Returns how many. */
async function inBatches(deleteSome: () => Promise<DeleteResult>): Promise<number> {
  for (let deleted = 0; ; await setImmediate()) {
    const { numDeletedRows } = await deleteSome();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < BigInt(batch)) return deleted;
  }
}

/** Reads a row of the table `sessions`. The hash of the token stays behind. */
export function sessionRecord(row: Omit<SessionRow, "token_hash">): SessionRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    turns: row.turns,
  };
}
