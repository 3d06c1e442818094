import { sql, type Kysely } from "kysely";
import { newestPage } from "../paging.ts";
import { writeAudit } from "../people/audit.ts";
import type { WebhookRow } from "../schema/rows/outbox.ts";
import type { Tables } from "../schema/tables.ts";
import { createDeliveries } from "./webhook-deliveries.ts";
import {
  matchesSubscription,
  type WebhookChanges,
  type WebhookRecord,
  type WebhookStore,
} from "./webhook-store.ts";
import { createWeeklyReport } from "./weekly-report.ts";

const list = "webhooks";

/** Webhooks. Each change is one transaction with its line of the audit log. */
export function createWebhookStore({ database }: { readonly database: Kysely<Tables> }): WebhookStore {
  return {
    ...createDeliveries({ database }),
    tellWeek: createWeeklyReport({ database }),

    create: (webhook, audit) =>
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto("webhooks").values(webhookRow(webhook)).execute();
        await writeAudit(transaction, audit);
      }),

    async find(id) {
      const row = await database.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
      return row && webhookRecord(row);
    },

    list: ({ after, limit }) =>
      newestPage(database.selectFrom("webhooks").selectAll(), {
        list,
        time: "created_at",
        after,
        limit,
        item: webhookRecord,
      }),

    update: ({ id, values, expected, audit }) =>
      database.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom("webhooks")
          .select("url")
          .where("id", "=", id)
          .executeTakeFirst();
        const after = await transaction
          .updateTable("webhooks")
          .set((row) => ({ ...columnsOf(values), revision: row("revision", "+", 1) }))
          .where("id", "=", id)
          .$if(expected !== undefined, (query) => query.where("revision", "=", expected ?? 0))
          .returningAll()
          .executeTakeFirst();
        if (after) {
          await transaction
            .deleteFrom("webhook_deliveries")
            .where("webhook_id", "=", id)
            .where("state", "=", sql.lit("pending"))
            .$if(after.url === before?.url, (query) =>
              query.where((row) => row.not(matchesSubscription(after)(row))),
            )
            .execute();
          await writeAudit(transaction, audit);
          return { kind: "updated", webhook: webhookRecord(after) };
        }
        const row = await transaction
          .selectFrom("webhooks")
          .select("revision")
          .where("id", "=", id)
          .executeTakeFirst();
        return row ? { kind: "newer_revision", ...row } : { kind: "webhook_not_found" };
      }),

    remove: (id, audit) =>
      database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("webhooks")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await transaction.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute();
        await writeAudit(transaction, audit);
        return true;
      }),

    async due(now) {
      const rows = await database
        .selectFrom("webhooks")
        .selectAll()
        .where("enabled", "=", 1)
        .where((query) =>
          query.exists(
            query
              .selectFrom("webhook_deliveries")
              .select("id")
              .whereRef("webhook_id", "=", "webhooks.id")
              .where("state", "=", sql.lit("pending"))
              .where("next_at", "<=", now)
              .where("claimed_until", "<=", now),
          ),
        )
        .execute();
      return rows.map(webhookRecord);
    },
  };
}

function webhookRecord(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    url: row.url,
    format: row.format,
    events: JSON.parse(row.events),
    agents: row.agents === null ? null : JSON.parse(row.agents),
    text: row.text === 1,
    enabled: row.enabled === 1,
    secret: row.secret,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

function webhookRow(webhook: WebhookRecord): WebhookRow {
  return {
    id: webhook.id,
    url: webhook.url,
    format: webhook.format,
    events: JSON.stringify(webhook.events),
    agents: webhook.agents && JSON.stringify(webhook.agents),
    text: Number(webhook.text),
    enabled: Number(webhook.enabled),
    secret: webhook.secret,
    created_at: webhook.createdAt,
    revision: webhook.revision,
  };
}

function columnsOf({ url, format, events, agents, text, enabled }: WebhookChanges): Partial<WebhookRow> {
  return {
    ...(url !== undefined && { url }),
    ...(format !== undefined && { format }),
    ...(events !== undefined && { events: JSON.stringify(events) }),
    ...(agents !== undefined && { agents: agents && JSON.stringify(agents) }),
    ...(text !== undefined && { text: Number(text) }),
    ...(enabled !== undefined && { enabled: Number(enabled) }),
  };
}
