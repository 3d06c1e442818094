import type { Storage, WebhookDelivery, WebhookRecord } from "../../src/index.ts";
import { newId } from "./samples.ts";

/** Every event that a webhook can hear of. */
export const allEvents = [
  "chat.started",
  "chat.waiting",
  "chat.taken",
  "chat.closed",
  "message.created",
  "feedback.created",
  "chat.erased",
] as const;

export function sampleWebhook(values: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: newId("wh"),
    url: "https://hooks.example/chats",
    format: "standard",
    events: allEvents,
    agents: null,
    text: false,
    enabled: true,
    secret: "sealed",
    createdAt: 1000,
    revision: 1,
    ...values,
  };
}

/** A webhook that is there. */
export async function putWebhook(
  storage: Storage,
  values: Partial<WebhookRecord> = {},
): Promise<WebhookRecord> {
  const webhook = sampleWebhook(values);
  await storage.webhooks.create(webhook);
  return webhook;
}

/** The events that a webhook should receive, in the order of its kinds. */
export async function heardBy(
  storage: Storage,
  { id: webhookId }: WebhookRecord,
): Promise<readonly WebhookDelivery[]> {
  const { items } = await storage.webhooks.deliveries({ webhookId, limit: 200 });
  return items.toSorted((one, other) =>
    kindOf(one) === kindOf(other) ? 0 : kindOf(one) < kindOf(other) ? -1 : 1,
  );
}

/** A delivery's content, in one word. */
export function kindOf({ type, detail }: WebhookDelivery): string {
  return detail === null ? type : `${type} ${detail}`;
}
