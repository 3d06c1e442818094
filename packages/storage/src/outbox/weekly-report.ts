import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { writeAudit } from "../people/audit.ts";
import type { Tables } from "../schema/tables.ts";
import { weeklyReportEvent, type WebhookStore } from "./webhook-store.ts";

/** Where the last week that was sent is stored. */
const lastSentWeek = "letter.last";

/** Writes the deliveries of a weekly letter. A single row has the last week that was sent, and is updated first. */
export function createWeeklyReport({
  database,
}: {
  readonly database: Kysely<Tables>;
}): WebhookStore["tellWeek"] {
  return async ({ end, isDue = false, isSilent = false, audit }) => {
    // Nearly always it was: a transaction that only finds that out would hold up others twice a minute.
    if (isDue && (await lastTaken(database)) >= end) return 0;
    return database.transaction().execute(async (transaction) => {
      if (isDue && (!(await take(transaction, end)) || isSilent)) return 0;
      const webhooks = await transaction
        .selectFrom("webhooks")
        .select("id")
        .where("enabled", "=", 1)
        .where("events", "like", `%"${weeklyReportEvent}"%`)
        .execute();
      if (webhooks.length === 0) return 0;
      const rows = webhooks.map(({ id }) => ({
        id: `msg_${randomUUID().replaceAll("-", "")}`,
        webhook_id: id,
        type: weeklyReportEvent,
        at: end,
        session_id: "",
        agent_id: "",
        subject: null,
        detail: null,
        name: null,
        state: "pending",
        tries: "[]",
        tried: 0,
        next_at: 0,
        claimed_until: 0,
      }));
      await transaction.insertInto("webhook_deliveries").values(rows).execute();
      await writeAudit(transaction, audit);
      return rows.length;
    });
  };
}

/** The end of the last week that was sent; 0 before the first. */
async function lastTaken(database: Kysely<Tables>): Promise<number> {
  const row = await database
    .selectFrom("settings")
    .select("value")
    .where("name", "=", lastSentWeek)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/**
 * Claims a week, so that no other node sends it. The very first is skipped: no reader expects it.
 *
 * @returns whether to send it
 */
async function take(transaction: Kysely<Tables>, end: number): Promise<boolean> {
  const begun = await transaction
    .insertInto("settings")
    .values({ name: lastSentWeek, value: String(end), revision: 1 })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  if ((begun.numInsertedOrUpdatedRows ?? 0n) > 0n) return false;
  const { numUpdatedRows } = await transaction
    .updateTable("settings")
    .set((row) => ({ value: String(end), revision: row("revision", "+", 1) }))
    .where("name", "=", lastSentWeek)
    .where(sql<number>`cast(value as bigint)`, "<", end)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
