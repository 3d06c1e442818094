import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { Rest } from "./rest.ts";

/** Deletes the rows of sessions that are hidden, so few in one transaction that nobody waits for it. */
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
