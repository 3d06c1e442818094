import type { WebhookRecord } from "@servicechat/storage";
import { createHmac } from "node:crypto";
import type { SecretBox } from "../secret-box.ts";

type Stored = Pick<WebhookRecord, "id" | "url">;

/** The prefix of an encrypted address; no valid webhook address has it. */
const prefix = "sealed:";

/** Addresses of webhooks, as they are stored and as they are used. */
interface WebhookUrls {
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

/** The prefix of every secret. */
export const secretPrefix = "whsec_";

/**
 * The headers of Standard Webhooks 1.0: with the secret, the receiver can verify that the message comes from the
 * service, unchanged and recent.
 *
 * @param message.secret `whsec_` and Base64
 * @param message.at milliseconds since 1970
 */
export function signatureHeaders({
  id,
  at,
  body,
  secret,
}: {
  readonly id: string;
  readonly at: number;
  readonly body: string;
  readonly secret: string;
}): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
