import { sql, type Kysely, type RawBuilder } from "kysely";
import { lockTotals } from "../document-totals.ts";
import type { Tables } from "../schema/tables.ts";
import type { Rest } from "./delete-in-steps.ts";
import { hideSession, type Eraser } from "./erase-chats.ts";
import { deleteUploadedDocument } from "./erase-documents.ts";

/**
 * Takes agents out of every answer, for good: from the end of the transaction on their keys open nothing, and no
 * operator finds them or their chats. Their rows are deleted afterwards, a few at a time, by `createAgentEraser`.
 *
 * @param which A condition on the table `agents`
 * @returns their ids
 */
export async function hideAgents(
  transaction: Kysely<Tables>,
  which: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const hidden = await transaction
    .updateTable("agents")
    .set({ deleted: 1 })
    .where(which)
    .where("deleted", "=", 0)
    .returning("id")
    .execute();
  const ids = hidden.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await transaction
    .deleteFrom("key_sites")
    .where("key_id", "in", (query) => query.selectFrom("keys").select("id").where("agent_id", "in", ids))
    .execute();
  await transaction.deleteFrom("keys").where("agent_id", "in", ids).execute();
  return ids;
}

/** Whether a row is not of an agent whose rows are just being deleted. @param column of the agent's id */
export function isOfUndeletedAgent(column: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} not in (select id from agents where deleted = 1)`;
}

/** How far an erasure is, in chats. */
export interface ErasureProgress {
  readonly done: number;
  readonly total: number;
}

/** Deletes the rows of agents that are hidden, so few in one transaction that visitors do not notice. */
interface AgentEraser {
  /**
   * Resolves when nothing is left of any hidden agent, also of one at which a process was killed.
   *
   * @returns how many agents there were
   */
  eraseHidden(options?: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((progress: ErasureProgress) => void) | undefined;
  }): Promise<number>;
}

interface Dependencies {
  /** Its transactions need not wait for the disk: whatever is lost with one is made again. */
  readonly database: Kysely<Tables>;
  readonly rest: Rest;
  readonly eraser: Pick<Eraser, "erase">;
}

/** Sessions looked up at once. */
const batch = 100;

/** Sessions counted at once. */
const counted = 50;

/** Passages deleted at once: each word of them leaves the index, and their vectors go with them. */
const passages = 4;

/** Rows of other kinds deleted at once. */
const rows = 20;

/** What belongs to an agent besides its chats and documents, each found by the agent and this column. */
const parts = [
  { table: "pages", column: "address" },
  { table: "source_failures", column: "location" },
  { table: "gaps", column: "id" },
  { table: "approved_answers", column: "id" },
  { table: "test_runs", column: "number" },
  { table: "agent_drafts", column: "author_id" },
  { table: "agent_versions", column: "version" },
] as const satisfies readonly { readonly table: keyof Tables; readonly column: string }[];

/** Erases hidden agents: their chats one after the other, then their knowledge, and their rows last. */
export function createAgentEraser({ database, rest, eraser }: Dependencies): AgentEraser {
  /** Chats that people hold or wait in come first: they are in the lists of those. */
  async function nextSessions(agentId: string): Promise<readonly string[]> {
    const ofAgent = database.selectFrom("sessions").select("id").where("agent_id", "=", agentId).limit(batch);
    const inHand = await ofAgent.where("holder", "!=", sql.lit("agent")).execute();
    const found = inHand.length > 0 ? inHand : await ofAgent.execute();
    return found.map(({ id }) => id);
  }

  /** One short transaction on what is left of an agent. @returns whether something may be left */
  function step(agentId: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("agents")
        .set((agent) => ({ deleted: agent.ref("deleted") }))
        .where("id", "=", agentId)
        .where("deleted", "=", sql.lit(1))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      // A document that is just being put waits for this, or is seen.
      await lockTotals(transaction, agentId);
      if (await deleteFromDocument(transaction, agentId)) return true;
      if (await deleteUploadedDocument(transaction, agentId)) return true;
      for (const { table, column } of parts) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where agent_id = ${agentId} and ${sql.ref(column)} in (
            select ${sql.ref(column)} from ${sql.table(table)} where agent_id = ${agentId}
            limit ${sql.lit(rows)})`.execute(transaction);
        if (numAffectedRows > 0n) return true;
      }
      await transaction.deleteFrom("document_totals").where("agent_id", "=", agentId).execute();
      await transaction.deleteFrom("agents").where("id", "=", agentId).execute();
      return false;
    });
  }

  async function isLeft(agentId: string): Promise<boolean> {
    const row = await database
      .selectFrom("agents")
      .select("id")
      .where("id", "=", agentId)
      .where("deleted", "=", sql.lit(1))
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    async eraseHidden({ signal, onProgress = () => undefined } = {}) {
      const hidden = await database
        .selectFrom("agents")
        .select("id")
        .where("deleted", "=", sql.lit(1))
        .execute();
      let total = 0;
      for (const { id } of hidden) total += await countSessions(database, id);
      let done = 0;
      for (const { id: agentId } of hidden) {
        for (;;) {
          const sessions = await nextSessions(agentId);
          for (const id of sessions) {
            if (signal?.aborted) return hidden.length;
            await rest(() => database.transaction().execute((transaction) => hideSession(transaction, id)));
            await eraser.erase(id);
            done += 1;
            onProgress({ done: Math.min(done, total), total });
          }
          if (sessions.length === 0 || !(await isLeft(agentId))) break;
        }
        while (!signal?.aborted && (await rest(() => step(agentId))));
      }
      return hidden.length;
    },
  };
}

/** How many chats an agent has, counted some at a time: an agent may have very many. */
async function countSessions(database: Kysely<Tables>, agentId: string): Promise<number> {
  for (let count = 0, after = -1; ;) {
    const rows = await database
      .selectFrom("sessions")
      .select("last_active_at as at")
      .where("agent_id", "=", agentId)
      .where("last_active_at", ">", after)
      .orderBy("last_active_at")
      .limit(counted)
      .execute();
    const last = rows.at(-1);
    if (!last || rows.length < counted) return count + rows.length;
    // Those of the last moment are counted with the next ones, unless there is no other.
    const earlier = rows.filter(({ at }) => at < last.at);
    count += earlier.length || rows.length;
    after = earlier.at(-1)?.at ?? last.at;
  }
}

/** Deletes some passages of one document, and the document with its last ones. @returns whether there was one */
async function deleteFromDocument(transaction: Kysely<Tables>, agentId: string): Promise<boolean> {
  const document = await transaction
    .selectFrom("documents")
    .select("id")
    .where("agent_id", "=", agentId)
    .orderBy("location")
    .limit(1)
    .executeTakeFirst();
  if (!document) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom("passages")
    .where("id", "in", (query) =>
      query.selectFrom("passages").select("id").where("document_id", "=", document.id).limit(passages),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows < BigInt(passages))
    await transaction.deleteFrom("documents").where("id", "=", document.id).execute();
  return true;
}
