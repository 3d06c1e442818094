import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
} from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { Rest } from "./delete-in-steps.ts";

/** A session that can no longer be found. */
interface HiddenSession {
  readonly agent_id: string;
  readonly turns: number;
}

/** What belongs to a chat once or a few times, and would show that it was there. */
const shown = [
  "handoffs",
  "waiting_alerts",
  "alert_mails",
  "visitor_mails",
  "chat_changes",
  "chat_tags",
  "chat_snoozes",
] as const;

/**
 * Takes a session out of every answer, for good: from the end of the transaction on it is as if it had been erased. Its
 * rows are deleted afterwards, a few at a time, by `createEraser`. Costs the same, however many turns it has.
 *
 * @param onlyIf Checked on the row itself once it is locked: a message that came first keeps its session.
 * @returns `undefined` when there is none, or it was hidden before
 */
export async function hideSession(
  transaction: Kysely<Tables>,
  id: string,
  onlyIf: (session: ExpressionBuilder<Tables, "sessions">) => Expression<SqlBool> = (session) =>
    session.and([]),
): Promise<HiddenSession | undefined> {
  const hidden = await transaction
    .updateTable("sessions")
    // Its token finds nothing, and it no longer waits for a person.
    .set({ erased: 1, token_hash: `erased ${id}`, holder: "agent", held_since: null })
    .set({ operator_id: null, operator_name: null })
    .where("id", "=", id)
    .where("erased", "=", 0)
    .where(onlyIf)
    .returning(["agent_id", "turns"])
    .executeTakeFirst();
  if (!hidden) return undefined;
  // Writers of its replies find that they are gone.
  await transaction
    .deleteFrom("replies")
    .where("session_id", "=", id)
    .where("status", "=", "streaming")
    .execute();
  await transaction.deleteFrom("chats").where("id", "=", id).execute();
  for (const table of shown) await transaction.deleteFrom(table).where("session_id", "=", id).execute();
  return hidden;
}

/** Deletes the rows of sessions that are hidden, so few in one transaction that visitors do not notice. */
export interface Eraser {
  /** Resolves when nothing is left of this session, unless it is not hidden. */
  erase(sessionId: string): Promise<void>;
  /** The same for all that are hidden, such as those at which a process was killed. @returns how many there were */
  eraseHidden(signal?: AbortSignal): Promise<number>;
}

interface Dependencies {
  /** Its transactions need not wait for the disk: whatever is lost with one is made again. */
  readonly database: Kysely<Tables>;
  readonly rest: Rest;
}

/** A table whose rows belong to sessions, each found by its session and this column. */
interface Part {
  readonly table: keyof Tables;
  readonly column: string;
  /** About how long a row takes, beside the shortest. */
  readonly cost: number;
  /** Only these. */
  readonly only?: RawBuilder<unknown>;
}

/** The most that one transaction may cost. */
const maxCost = 24;

/** In the order in which all transactions lock rows. Few that are expensive, or many that are cheap, go at once. */
const parts: readonly Part[] = [
  // Each word of a text leaves the index.
  { table: "chat_texts", column: "id", cost: 24 },
  // The bytes of a file are overwritten.
  { table: "files", column: "id", cost: 24 },
  { table: "messages", column: "id", cost: 1 },
  // With its explanation, flag and question without an answer.
  { table: "replies", column: "id", cost: 2 },
  { table: "questions", column: "id", cost: 1 },
  { table: "chat_turns", column: "turn", cost: 1 },
  { table: "chat_changes", column: "id", cost: 1 },
  { table: "chat_events", column: "id", cost: 1 },
  { table: "chat_notes", column: "id", cost: 1 },
  { table: "chat_seen", column: "operator_id", cost: 1 },
  { table: "webhook_deliveries", column: "id", cost: 1, only: sql`and state <> 'pending'` },
  { table: "idempotency", column: "key", cost: 1 },
];

/** Sessions looked up at once. */
const batch = 100;

/** Erases hidden sessions. Of several processes or nodes that erase one at once, each takes a step after the other. */
export function createEraser({ database, rest }: Dependencies): Eraser {
  async function deleteSome(
    transaction: Kysely<Tables>,
    { table, column, only = sql`` }: Part,
    { sessionId, rows }: { readonly sessionId: string; readonly rows: number },
  ): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where session_id = ${sessionId} and ${sql.ref(column)} in (
        select ${sql.ref(column)} from ${sql.table(table)} where session_id = ${sessionId} ${only}
        limit ${sql.lit(rows)})`.execute(transaction);
    return Number(numAffectedRows);
  }

  /** @returns whether something may be left */
  function step(sessionId: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("sessions")
        .set((session) => ({ erased: session.ref("erased") }))
        .where("id", "=", sessionId)
        .where("erased", "=", sql.lit(1))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      let left = maxCost;
      for (const part of parts) {
        const rows = Math.floor(left / part.cost);
        const deleted = rows > 0 ? await deleteSome(transaction, part, { sessionId, rows }) : 0;
        if (deleted === rows) return true;
        left -= deleted * part.cost;
      }
      await transaction.deleteFrom("sessions").where("id", "=", sessionId).execute();
      return false;
    });
  }

  async function erase(sessionId: string): Promise<void> {
    while (await rest(() => step(sessionId)));
  }

  return {
    erase,

    async eraseHidden(signal) {
      for (let erased = 0; ;) {
        const hidden = await database
          .selectFrom("sessions")
          .select("id")
          .where("erased", "=", sql.lit(1))
          .limit(batch)
          .execute();
        for (const { id } of hidden) {
          if (signal?.aborted) return erased;
          await erase(id);
          erased += 1;
        }
        if (hidden.length === 0) return erased;
      }
    },
  };
}
