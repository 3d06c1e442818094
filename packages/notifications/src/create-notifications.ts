import type { Outbound } from "@servicechat/outbound";
import type { DueWork, Storage } from "@servicechat/storage";
import { createMailAlerts } from "./alerts/create-mail-alerts.ts";
import { alertsSince, readWaiting } from "./alerts/waiting-chats.ts";
import { createMailService } from "./smtp/create-mail-service.ts";
import type { MailService, MailSettings } from "./smtp/create-mail-service.ts";
import { createPushAlerts } from "./push/create-push-alerts.ts";
import { createPushService } from "./push/create-push-service.ts";
import type { PushService } from "./push/create-push-service.ts";
import type { SecretBox } from "./secret-box.ts";
import { createVisitorMails, visitorMailRules } from "./visitor-mail/create-visitor-mails.ts";
import { createWebhookSender } from "./webhooks/create-webhook-sender.ts";
import type { WebhookSender, WebhookSenderDependencies } from "./webhooks/create-webhook-sender.ts";

/** The dependencies of notifications. */
export interface NotificationDependencies extends Omit<
  WebhookSenderDependencies,
  "storage" | "mailer" | "isDue"
> {
  readonly storage: Pick<
    Storage,
    "webhooks" | "alerts" | "dueWork" | "keyValues" | "push" | "visitorMail" | "agents"
  >;
  /** How long a chat is kept after its last message, and after its first, in milliseconds. */
  readonly sessionIdleMs: number;
  readonly sessionAgeMs: number;
  /** Makes the requests to push services: it reaches public addresses only, without exceptions. */
  readonly pushOutbound: Pick<Outbound, "request">;
  /** Absent: there is no mail server. */
  readonly mail: MailSettings | undefined;
  /**
   * For how long tasks that look at about the same time share what they read, in milliseconds; half a second when left
   * out.
   */
  readonly sharedMs?: number;
}

/** All ways to notify people and other systems of what happens in chats. */
export interface Notifications {
  readonly webhooks: WebhookSender;
  readonly mail: MailService;
  readonly push: PushService;
  /** Seals other secrets that the service itself must read again. */
  readonly box: SecretBox;
  /** Each sends what is due, once; `undefined` for what this installation never sends. Several nodes share the work. */
  readonly tasks: {
    readonly sendWebhooks: WebhookSender["sendDue"];
    readonly sendPushAlerts: Round | undefined;
    readonly sendMailAlerts: Round | undefined;
    readonly sendVisitorMails: Round | undefined;
  };
}

type Round = (stop: AbortSignal) => Promise<void>;

/** Connects webhooks, mail and push, and what decides when each is due. */
export function createNotifications({
  mail: settings,
  pushOutbound,
  ...dependencies
}: NotificationDependencies): Notifications {
  const { storage, consoleUrl, now, log, sharedMs = 500 } = dependencies;
  const mail = createMailService({ settings, keyValues: storage.keyValues, now });
  const findDue = async () =>
    storage.dueWork.find({ now: now(), ...alertsSince(now()), ...visitorMailRules });
  // All tasks check at the same moment, every second: one statement finds which of them have something to do.
  const dueNow = shareRead(findDue, sharedMs);
  // If that fails, every task runs, and fails separately.
  const isDue = (kind: DueWork) =>
    dueNow().then(
      (due) => due.has(kind),
      () => true,
    );
  const waiting = shareRead(async () => readWaiting(storage, now()), sharedMs);
  const webhooks = createWebhookSender({
    ...dependencies,
    mailer: mail.mailer,
    isDue: () => isDue("webhooks"),
  });
  const push = createPushService({
    ...dependencies,
    outbound: pushOutbound,
    contact: contactOf(consoleUrl),
  });
  const whenDue =
    (kind: DueWork, run: Round): Round =>
    async (stop) => {
      if (await isDue(kind)) await run(stop);
    };

  return {
    webhooks,
    mail,
    push,
    box: dependencies.box,
    tasks: {
      sendWebhooks: webhooks.sendDue,
      sendPushAlerts:
        consoleUrl === undefined
          ? undefined
          : whenDue("alerts", createPushAlerts({ storage, waiting, push, now, log })),
      sendMailAlerts:
        mail.mailer && consoleUrl !== undefined
          ? whenDue(
              "alerts",
              createMailAlerts({ storage, waiting, mailer: mail.mailer, consoleUrl, now, log }),
            )
          : undefined,
      sendVisitorMails:
        mail.mailer && whenDue("visitorMail", createVisitorMails({ ...dependencies, mailer: mail.mailer })),
    },
  };
}

/** Where push services can report problems: an https URL, or a `mailto:` address. */
function contactOf(consoleUrl: string | undefined): string {
  return consoleUrl?.startsWith("https:") === true ? consoleUrl : "mailto:servicechat@localhost";
}

/**
 * Shares one read among all that ask within some milliseconds: tasks that run at the same time, each second, need the
 * same. A failure is everybody's who asked for that read.
 */
export function shareRead<Result>(read: () => Promise<Result>, forMs: number): () => Promise<Result> {
  let shared: { readonly result: Promise<Result>; readonly until: number } | undefined;
  return () => {
    if (!shared || performance.now() >= shared.until)
      shared = { result: read(), until: performance.now() + forMs };
    return shared.result;
  };
}
