import type { WebhookRecord } from "@servicechat/storage";

/** A webhook as operators see it. */
export interface WebhookView extends Omit<WebhookRecord, "secret" | "revision"> {
  readonly revision: string;
}

/** Shows a webhook, without its secret. */
export function webhookView({ secret: _secret, revision, ...webhook }: WebhookRecord): WebhookView {
  return { ...webhook, revision: String(revision) };
}
