import { setTimeout as wait } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import { createMailAlerts } from "./alerts/create-mail-alerts.ts";
import { createMailService } from "./mail/create-mail-service.ts";
import type { MailService, MailSettings } from "./mail/create-mail-service.ts";
import { createPushAlerts } from "./push/create-push-alerts.ts";
import { createPushService } from "./push/create-push-service.ts";
import type { PushService } from "./push/create-push-service.ts";
import { createVisitorMails } from "./visitors/create-visitor-mails.ts";
import { createWebhookSender } from "./webhooks/create-webhook-sender.ts";
import type { WebhookSender, WebhookSenderParts } from "./webhooks/create-webhook-sender.ts";

/** The dependencies of notifications. */
export interface NotificationParts extends Omit<WebhookSenderParts, "storage" | "mailer"> {
  readonly storage: Pick<Storage, "webhooks" | "alerts" | "notes" | "push" | "visitorMail" | "agents">;
  /** How long a chat is kept after its last message, and after its first, in milliseconds. */
  readonly sessionIdleMs: number;
  readonly sessionAgeMs: number;
  /** Absent: there is no mail server. */
  readonly mail: MailSettings | undefined;
}

/** All ways to notify people and other systems of what happens in chats. */
export interface Notifications {
  readonly webhooks: WebhookSender;
  readonly mail: MailService;
  readonly push: PushService;
  /** Sends what is due until it is told to stop. Several nodes share the work. */
  run(stop: AbortSignal): Promise<void>;
}

/** Connects webhooks, mail and push, and what decides when each is due. */
export function createNotifications({ mail: settings, ...parts }: NotificationParts): Notifications {
  const { storage, consoleUrl, now, log, everyMs = 1_000 } = parts;
  const mail = createMailService({ settings, notes: storage.notes, now });
  const webhooks = createWebhookSender({ ...parts, mailer: mail.mailer });
  const push = createPushService({ ...parts, contact: contactOf(consoleUrl) });
  const tasks = consoleUrl === undefined ? [] : [createPushAlerts({ storage, push, now, log })];
  if (mail.mailer && consoleUrl !== undefined)
    tasks.push(createMailAlerts({ storage, mailer: mail.mailer, consoleUrl, now, log }));
  if (mail.mailer) tasks.push(createVisitorMails({ ...parts, mailer: mail.mailer }));

  async function repeat(task: (stop: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await task(stop).catch((cause: unknown) =>
        log.warn({ err: cause }, "people could not be alerted, trying again later"),
      );
      await wait(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
    }
  }

  return {
    webhooks,
    mail,
    push,
    async run(stop) {
      await Promise.all([webhooks.run(stop), ...tasks.map((task) => repeat(task, stop))]);
    },
  };
}

/** Whom push services may write to: they take no address that is not https. */
function contactOf(consoleUrl: string | undefined): string {
  return consoleUrl?.startsWith("https:") === true ? consoleUrl : "mailto:servicechat@localhost";
}
