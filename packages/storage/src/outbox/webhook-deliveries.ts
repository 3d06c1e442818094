import { sql, type Kysely } from "kysely";
import { newestPage } from "../paging.ts";
import { writeAudit } from "../people/audit.ts";
import type { WebhookDeliveryRow } from "../schema/rows/outbox.ts";
import type { Tables } from "../schema/tables.ts";
import {
  matchesSubscription,
  type DeliveryContents,
  type DeliveryState,
  type WebhookDelivery,
  type WebhookStore,
  type WebhookTry,
} from "./webhook-store.ts";

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
          .where(matchesSubscription(webhook))
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

const nothing: DeliveryContents = { text: null, email: null, askedBy: null, reason: null, summary: null };

/** Reads what people wrote in the event of a delivery. */
async function readContents(
  database: Kysely<Tables>,
  { type, chat, subject, detail }: WebhookDelivery,
): Promise<DeliveryContents> {
  if (type === "gap.opened") {
    const row = await database
      .selectFrom("gap_questions")
      .select("question as text")
      .where("gap_id", "=", subject)
      .orderBy("at")
      .limit(1)
      .executeTakeFirst();
    return { ...nothing, ...row };
  }
  if (type === "chat.waiting") {
    const row = await database
      .selectFrom("handoffs")
      .select(["asked_by as askedBy", "reason", "summary"])
      .where("session_id", "=", chat)
      .executeTakeFirst();
    return { ...nothing, ...row };
  }
  if (type === "address.left") {
    const row = await database
      .selectFrom("handoffs")
      .select(["asked_by as askedBy", "reason", "summary", "email"])
      .where("session_id", "=", chat)
      .executeTakeFirst();
    return { ...nothing, ...row };
  }
  if (subject === null) return nothing;
  if (type === "message.created" && detail === "visitor") {
    const row = await database
      .selectFrom("messages")
      .innerJoin("sessions", "sessions.id", "messages.session_id")
      .select("content")
      .where("messages.id", "=", subject)
      .where("session_id", "=", chat)
      .where("erased", "=", 0)
      .executeTakeFirst();
    return { ...nothing, text: row?.content ?? null };
  }
  const row = await database
    .selectFrom("replies")
    .innerJoin("sessions", "sessions.id", "replies.session_id")
    .select(["content", "comment"])
    .where("replies.id", "=", subject)
    .where("session_id", "=", chat)
    .where("erased", "=", 0)
    .executeTakeFirst();
  return { ...nothing, text: (type === "feedback.created" ? row?.comment : row?.content) ?? null };
}
