import type { WebhookRecord } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";

/** A webhook as operators see it. */
export interface WebhookView extends Omit<WebhookRecord, "secret" | "revision"> {
  readonly revision: string;
}

/** Shows a webhook, without its secret; its address is opened. */
export function webhookView(
  { secret: _secret, revision, ...webhook }: WebhookRecord,
  { webhooks }: Pick<OperationContext, "webhooks">,
): WebhookView {
  return { ...webhook, url: webhooks.urlOf(webhook) ?? unreadable, revision: String(revision) };
}

/** In place of an address that was sealed with another secret of the service. */
const unreadable = "(unreadable: the service's secret has changed)";
