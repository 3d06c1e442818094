import type { Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** A session that nobody finds any longer. */
export interface HiddenSession {
  readonly agent_id: string;
  readonly turns: number;
}

/** What belongs to a chat once or a few times, and would show that it was there. */
const shown = ["handoffs", "waiting_alerts", "alert_mails", "visitor_mails", "chat_changes"] as const;

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
    // Its token finds nothing, and it waits for nobody.
    .set({ erased: 1, token_hash: `erased ${id}`, holder: "agent", held_since: null })
    .set({ operator_id: null, operator_name: null })
    .where("id", "=", id)
    .where("erased", "=", 0)
    .where(onlyIf)
    .returning(["agent_id", "turns"])
    .executeTakeFirst();
  if (!hidden) return undefined;
  // Its writers hear that it is gone.
  await transaction
    .deleteFrom("replies")
    .where("session_id", "=", id)
    .where("status", "=", "streaming")
    .execute();
  await transaction.deleteFrom("chats").where("id", "=", id).execute();
  for (const table of shown) await transaction.deleteFrom(table).where("session_id", "=", id).execute();
  return hidden;
}
