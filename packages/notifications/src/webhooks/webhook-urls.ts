import type { WebhookRecord } from "@servicechat/storage";
import type { SecretBox } from "../secret-box.ts";

type Stored = Pick<WebhookRecord, "id" | "url">;

/** The prefix of an encrypted address; no valid webhook address has it. */
const prefix = "sealed:";

/** Addresses of webhooks, as they are stored and as they are used. */
export interface WebhookUrls {
  seal(url: string, webhookId: string): string;
  /** @throws Error where it was sealed with another secret of the service */
  open(webhook: Stored): string;
  /** The same; `undefined` where it cannot be opened. */
  find(webhook: Stored): string | undefined;
}

/** Encrypts addresses: anyone who has one of Slack's or Teams' may write into the channel. */
export function createWebhookUrls(box: SecretBox): WebhookUrls {
  const context = (webhookId: string) => `${webhookId} url`;
  const open = ({ id, url }: Stored) => box.open(url.slice(prefix.length), context(id));
  return {
    seal: (url, webhookId) => prefix + box.seal(url, context(webhookId)),
    open,
    find(webhook) {
      try {
        return open(webhook);
      } catch {
        return undefined;
      }
    },
  };
}
