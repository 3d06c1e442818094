import { sql, type Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import { newestPage } from "../paging/newest-page.ts";
import type { Tables } from "../schema/tables.ts";
import { hearsOf } from "./hears-of.ts";
import { readContents } from "./read-contents.ts";
import type { DeliveryState, WebhookDelivery, WebhookStore, WebhookTry } from "./webhook-store.ts";
import type { WebhookDeliveryRow } from "./webhook-tables.ts";

const list = "deliveries";

/** Tries of one delivery that are kept. */
const maxTries = 20;

/** The deliveries of webhooks, from the trigger that wrote them to the log. */
export function createDeliveries({
  database,
}: {
  readonly database: Kysely<Tables>;
}): Pick<WebhookStore, "claim" | "settle" | "contents" | "deliveries" | "replay"> {
  return {
    async claim({ webhookId, now, until, limit }) {
      const candidates = await database
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("webhook_id", "=", webhookId)
        .where("state", "=", sql.lit("pending"))
        .where("next_at", "<=", now)
        .where("claimed_until", "<=", now)
        .orderBy("next_at")
        .orderBy("at")
        .limit(limit)
        .execute();
      const claimed: WebhookDelivery[] = [];
      // One by one: an erasure that locks some of the same rows must never wait for this in a circle.
      for (const { id } of candidates) {
        const row = await database
          .updateTable("webhook_deliveries")
          .set({ claimed_until: until })
          .where("id", "=", id)
          .where("state", "=", sql.lit("pending"))
          .where("next_at", "<=", now)
          .where("claimed_until", "<=", now)
          .returningAll()
          .executeTakeFirst();
        if (row) claimed.push(delivery(row));
      }
      return claimed;
    },

    async settle({ id, claim, made, state, nextAt }) {
      const row = await database
        .selectFrom("webhook_deliveries")
        .select("tries")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return;
      await database
        .updateTable("webhook_deliveries")
        .set((columns) => ({
          tries: JSON.stringify([...triesOf(row), made].slice(-maxTries)),
          tried: columns("tried", "+", 1),
          state,
          next_at: nextAt,
          claimed_until: 0,
        }))
        .where("id", "=", id)
        .where("claimed_until", "=", claim)
        .execute();
    },

    contents: (told) => readContents(database, told),

    deliveries: ({ webhookId, after, limit }) =>
      newestPage(database.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId), {
        list,
        time: "at",
        after,
        limit,
        item: delivery,
      }),

    replay: ({ webhookId, id, now, audit }) =>
      database.transaction().execute(async (transaction) => {
        const webhook = await transaction
          .selectFrom("webhooks")
          .select(["events", "agents"])
          .where("id", "=", webhookId)
          .executeTakeFirst();
        if (!webhook) return undefined;
        const row = await transaction
          .updateTable("webhook_deliveries")
          .set({ state: "pending", tried: 0, next_at: now, claimed_until: 0 })
          .where("id", "=", id)
          .where("webhook_id", "=", webhookId)
          .where(hearsOf(webhook))
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        await writeAudit(transaction, audit);
        return delivery(row);
      }),
  };
}

const triesOf = ({ tries }: Pick<WebhookDeliveryRow, "tries">): readonly WebhookTry[] => JSON.parse(tries);

function delivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    type: row.type,
    at: row.at,
    chat: row.session_id,
    agent: row.agent_id,
    subject: row.subject,
    detail: row.detail,
    name: row.name,
    // Only this package writes the column, from this very type.
    state: row.state as DeliveryState,
    tries: triesOf(row),
    tried: row.tried,
    nextAt: row.next_at,
  };
}
