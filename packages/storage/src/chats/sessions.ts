import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { restAfter } from "../erasure/delete-in-steps.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import { createEraser, hideSession } from "../erasure/erase-chats.ts";
import { writeAudit } from "../people/audit.ts";
import type { Tables } from "../schema/tables.ts";
import { countErased } from "../usage/write-counts.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { createExpiry } from "./expire.ts";
import { sessionRecord } from "./session-record.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same, for transactions that need not wait for the disk: whatever is lost with one is made again. */
  readonly background: Kysely<Tables>;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  /** The same, if an earlier time may have failed. */
  readonly removeOldResidue: () => Promise<void>;
}

/** Sessions looked for at once: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 100;

/** Sessions as a whole: finding and forgetting. Everything that belongs to a session is deleted with it. */
export function createSessions({
  database,
  background,
  removeResidue,
  removeOldResidue,
}: Dependencies): Pick<ConversationStore, "find" | "findErased" | "erase" | "expire"> {
  const eraser = createEraser({ database: background, rest: restAfter });

  return {
    async find(sessionId) {
      const row = await database
        .selectFrom("sessions")
        .selectAll()
        .where("id", "=", sessionId)
        .where("erased", "=", 0)
        .where(isOfUndeletedAgent("agent_id"))
        .executeTakeFirst();
      return row && sessionRecord(row);
    },

    async findErased(sessionIds) {
      const erased = new Set(sessionIds);
      for (let from = 0; from < sessionIds.length; from += batch) {
        if (from > 0) await setImmediate();
        const asked = sessionIds.slice(from, from + batch);
        const there = await database
          .selectFrom("sessions")
          .select("id")
          .where("id", "in", asked)
          .where("erased", "=", 0)
          .execute();
        for (const { id } of there) erased.delete(id);
      }
      return [...erased];
    },

    async erase(sessionId, { at, audit } = {}) {
      const wasThere = await database.transaction().execute(async (transaction) => {
        const hidden = await hideSession(transaction, sessionId);
        if (!hidden) return false;
        if (at !== undefined) await countErased(transaction, { erased: [hidden], name: "erased", at });
        await writeAudit(transaction, audit);
        return true;
      });
      // Also when there was none: an earlier erasure may have been cut off in its midst.
      await eraser.erase(sessionId);
      await removeResidue();
      return wasThere;
    },

    expire: createExpiry({ database: background, removeResidue, removeOldResidue }),
  };
}
