import { setTimeout as wait } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import { createMailAlerts } from "./alerts/create-mail-alerts.ts";
import { createMailService } from "./smtp/create-mail-service.ts";
import type { MailService, MailSettings } from "./smtp/create-mail-service.ts";
import { createPushAlerts } from "./push/create-push-alerts.ts";
import { createPushService } from "./push/create-push-service.ts";
import type { PushService } from "./push/create-push-service.ts";
import { createVisitorMails } from "./visitor-mail/create-visitor-mails.ts";
import { createWebhookSender } from "./webhooks/create-webhook-sender.ts";
import type { WebhookSender, WebhookSenderDependencies } from "./webhooks/create-webhook-sender.ts";

/** The dependencies of notifications. */
export interface NotificationDependencies extends Omit<WebhookSenderDependencies, "storage" | "mailer"> {
  readonly storage: Pick<Storage, "webhooks" | "alerts" | "keyValues" | "push" | "visitorMail" | "agents">;
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
  /** Sends due notifications until it is stopped. Several nodes share the work. */
  run(stop: AbortSignal): Promise<void>;
}

/** Something that is done again and again, with the message to log when it fails. */
interface Task {
  readonly run: (stop: AbortSignal) => Promise<void>;
  readonly failure: string;
}

const alertsFailed = "people could not be alerted, trying again later";

/** Connects webhooks, mail and push, and what decides when each is due. */
export function createNotifications({
  mail: settings,
  ...dependencies
}: NotificationDependencies): Notifications {
  const { storage, consoleUrl, now, log, everyMs = 1_000 } = dependencies;
  const mail = createMailService({ settings, keyValues: storage.keyValues, now });
  const webhooks = createWebhookSender({ ...dependencies, mailer: mail.mailer });
  const push = createPushService({ ...dependencies, contact: contactOf(consoleUrl) });
  const tasks: Task[] = [];
  if (consoleUrl !== undefined)
    tasks.push({ run: createPushAlerts({ storage, push, now, log }), failure: alertsFailed });
  if (mail.mailer && consoleUrl !== undefined) {
    const run = createMailAlerts({ storage, mailer: mail.mailer, consoleUrl, now, log });
    tasks.push({ run, failure: alertsFailed });
  }
  if (mail.mailer) {
    const run = createVisitorMails({ ...dependencies, mailer: mail.mailer });
    tasks.push({ run, failure: "emails to visitors could not be sent, trying again later" });
  }

  async function repeat({ run, failure }: Task, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await run(stop).catch((cause: unknown) => log.warn({ err: cause }, failure));
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

/** Where push services can report problems: an https URL, or a `mailto:` address. */
function contactOf(consoleUrl: string | undefined): string {
  return consoleUrl?.startsWith("https:") === true ? consoleUrl : "mailto:servicechat@localhost";
}
