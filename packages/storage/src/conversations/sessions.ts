import type { Kysely } from "kysely";
import { setImmediate } from "node:timers/promises";
import { countErased } from "../usage/count-erased.ts";
import { createExpiry } from "../expire.ts";
import { createSessionList } from "./session-list.ts";
import { sessionRecord } from "./session-record.ts";
import type { ConversationStore } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  /** The same, if an earlier time may have failed. */
  readonly removeOldResidue: () => Promise<void>;
}

/** Sessions looked for at once: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 100;

/** Sessions as a whole: finding, listing, forgetting. Everything that belongs to a session is deleted with it. */
export function createSessions({
  database,
  removeResidue,
  removeOldResidue,
}: Dependencies): Pick<ConversationStore, "find" | "findErased" | "list" | "erase" | "expire"> {
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

    list: createSessionList({ database }),

    async erase(sessionId, { at } = {}) {
      const wasThere = await database.transaction().execute(async (transaction) => {
        const erased = await transaction
          .deleteFrom("sessions")
          .where("id", "=", sessionId)
          .returning(["agent_id", "turns"])
          .execute();
        if (at !== undefined) await countErased(transaction, { erased, name: "erased", at });
        return erased.length > 0;
      });
      // Also when there was none: an earlier erasure may have been cut off between its two steps.
      await removeResidue();
      return wasThere;
    },

    expire: createExpiry({ database, removeResidue, removeOldResidue }),
  };
}
