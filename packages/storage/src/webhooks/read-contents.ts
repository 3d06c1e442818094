import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { DeliveryContents, WebhookDelivery } from "./webhook-store.ts";

const nothing: DeliveryContents = { text: null, email: null, askedBy: null, reason: null, summary: null };

/** Reads what people wrote in what a delivery tells. */
export async function readContents(
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
