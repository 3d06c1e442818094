import type { Kysely, Selectable } from "kysely";
import type { ConversationStore } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

type Name = Pick<Selectable<Tables["idempotency"]>, "agent_id" | "key">;

/** Rows renamed in one transaction: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 100;

/** Keeps turns under other keys. */
export function createKeyRenaming({
  database,
  removeResidue,
}: Dependencies): ConversationStore["renameIdempotencyKeys"] {
  return async ({ prefix, rename }) => {
    /** Of what comes after one in the order of the primary key, so that the table is read once. */
    const renameSome = async (transaction: Kysely<Tables>, after: Name): Promise<readonly Name[]> => {
      const rows = await transaction
        .selectFrom("idempotency")
        .select(["agent_id", "key"])
        .where("key", "not like", `${prefix}%`)
        .where((row) => row(row.refTuple("agent_id", "key"), ">", row.tuple(after.agent_id, after.key)))
        .orderBy("agent_id")
        .orderBy("key")
        .limit(batch)
        .execute();
      for (const { agent_id: agentId, key } of rows)
        await transaction
          .updateTable("idempotency")
          .set({ key: rename({ agentId, key }) })
          .where("agent_id", "=", agentId)
          .where("key", "=", key)
          .execute();
      return rows;
    };

    let renamed = 0;
    let last: Name | undefined = { agent_id: "", key: "" };
    while (last) {
      const after: Name = last;
      const rows = await database.transaction().execute((transaction) => renameSome(transaction, after));
      renamed += rows.length;
      last = rows.length === batch ? rows.at(-1) : undefined;
    }
    if (renamed > 0) await removeResidue();
    return renamed;
  };
}
