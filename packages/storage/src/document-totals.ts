import type { Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/** The row for the documents of all agents. */
const ofAll = "";

interface Totals {
  readonly documents: number;
  readonly bytes: number;
}

/** What an agent has, and all agents together. */
export async function readTotals(
  database: Kysely<Tables>,
  agentId: string,
): Promise<{ readonly documents: number; readonly bytesOfAll: number }> {
  const rows = await database
    .selectFrom("document_totals")
    .selectAll()
    .where("agent_id", "in", [agentId, ofAll])
    .execute();
  const own = rows.find(({ agent_id: id }) => id === agentId);
  const all = rows.find(({ agent_id: id }) => id === ofAll);
  return { documents: own?.documents ?? 0, bytesOfAll: all?.bytes ?? 0 };
}

/**
 * Locks what is counted of an agent until the end of the transaction: of two documents of one agent the second is
 * counted with the first, and an agent that is erased waits for a document that is just being put.
 */
export async function lockTotals(transaction: Kysely<Tables>, agentId: string): Promise<Totals> {
  return transaction
    .insertInto("document_totals")
    .values({ agent_id: agentId, documents: 0, bytes: 0 })
    .onConflict((conflict) =>
      conflict
        .column("agent_id")
        .doUpdateSet((total) => ({ documents: total.ref("document_totals.documents") })),
    )
    .returning(["documents", "bytes"])
    .executeTakeFirstOrThrow();
}

/**
 * Counts documents that come or go. Call it last: all agents wait for each other from here to the end of the transaction.
 *
 * @param maxBytes what all agents' documents may come to, where there is such a limit
 * @returns `false` when they would come to more: then take the transaction back
 */
export async function addToTotals(
  transaction: Kysely<Tables>,
  agentId: string,
  { documents, bytes }: Totals,
  maxBytes?: number,
): Promise<boolean> {
  await addTo(transaction, agentId, { documents, bytes });
  await lockTotals(transaction, ofAll);
  const all = await addTo(transaction, ofAll, { documents, bytes });
  return maxBytes === undefined || bytes <= 0 || all.bytes <= maxBytes;
}

function addTo(transaction: Kysely<Tables>, id: string, { documents, bytes }: Totals): Promise<Totals> {
  return transaction
    .updateTable("document_totals")
    .set((total) => ({
      documents: total("documents", "+", documents),
      bytes: total("bytes", "+", bytes),
    }))
    .where("agent_id", "=", id)
    .returning(["documents", "bytes"])
    .executeTakeFirstOrThrow();
}
