import { randomBytes, randomUUID } from "node:crypto";
import { OutboundError } from "@servicechat/outbound";
import type { Outbound } from "@servicechat/outbound";
import type {
  Storage,
  WebhookDelivery,
  WebhookRecord,
  WebhookTry,
  DeliveryState,
} from "@servicechat/storage";
import { MailError, asMailError, mailAccepted, mailMs } from "../smtp/create-mailer.ts";
import type { Mailer } from "../smtp/create-mailer.ts";
import { eventMail, weekEnded } from "./event-words.ts";
import type { SecretBox } from "../secret-box.ts";
import { eventOf } from "./event.ts";
import type { WebhookEvent } from "./event.ts";
import { formats } from "./formats.ts";
import type { WebhookFormat } from "./formats.ts";
import { createWebhookUrls, secretPrefix, signatureHeaders } from "./webhook-secrets.ts";

/** The dependencies of a sender. */
export interface WebhookSenderDependencies {
  readonly storage: Pick<Storage, "webhooks">;
  /** Reaches no address inside the network, unless it is allowed. */
  readonly outbound: Pick<Outbound, "request">;
  readonly box: SecretBox;
  /** Sends to addresses that begin with `mailto:`; absent: there is no mail server. */
  readonly mailer?: Mailer | undefined;
  /** Origin of the console; `undefined` if there is none. */
  readonly consoleUrl: string | undefined;
  /** Reads what a weekly letter says, at the moment at which it is sent. */
  readonly readWeek: (week: {
    /** Its end. */
    readonly to: number;
    /** The agents that it is about: those of the webhook. */
    readonly agents: WebhookRecord["agents"];
    /** Whether the words of visitors may be in it. */
    readonly withText: boolean;
  }) => Promise<WebhookEvent["data"]>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
  /** Whether any delivery may be due. */
  readonly isDue: () => Promise<boolean>;
}

/** The result of testing a webhook: the response, or why there was none. */
export type TestedWebhook =
  | { readonly status: number; readonly ms: number; readonly body: string }
  | { readonly error: string };

/** Sends events to webhooks. */
export interface WebhookSender {
  /** Whether addresses that begin with `mailto:` can be sent to. */
  readonly canMail: boolean;
  /** Makes the secret of a webhook: as its receiver gets it, and as it is stored. */
  createSecret(webhookId: string): { readonly secret: string; readonly sealed: string };
  /** An address as it is stored: those of chat tools are secrets. */
  sealUrl(url: string, webhookId: string): string;
  /** The address of a webhook; `undefined` where it was sealed with another secret of the service. */
  urlOf(webhook: Pick<WebhookRecord, "id" | "url">): string | undefined;
  /** Sends a test event, once. It does not appear in the delivery log. */
  test(webhook: WebhookRecord): Promise<TestedWebhook>;
  /**
   * Begins what is due. A round does not wait for it, as one receiver that is slow delays no other: `waitUntil` gets what
   * is being sent. What is in progress when it is stopped is sent again after the next start.
   */
  readonly sendDue: (stop: AbortSignal, waitUntil: (work: Promise<unknown>) => void) => Promise<void>;
}

/** For one request, its answer included, in milliseconds. */
const requestMs = 15_000;
/** A sender that has not recorded the outcome this long after its deadline is presumed lost, in milliseconds. */
const graceMs = 10_000;
/** Requests to one webhook at the same time, so that one that is slow keeps no other waiting. */
const atOnce = 4;
const maxAnswerBytes = 1024 * 1024;
/** The visible part of a response to a test. In UTF-16 units. */
const shownAnswer = 2_000;

/** The prefix of a mailbox address. */
const mailScheme = "mailto:";

/** A delivery that this process sends at the moment. */
interface Sending {
  readonly webhookId: string;
  /** Until when no other process gets it. */
  claim: number;
}

/** Makes the sender. On several nodes all may run: each delivery is claimed by one. */
export function createWebhookSender(dependencies: WebhookSenderDependencies): WebhookSender {
  const { storage, outbound, box, mailer, consoleUrl, readWeek, isDue, now, log } = dependencies;
  const { webhooks } = storage;
  const urls = createWebhookUrls(box);
  const underWay = new Map<string, Sending>();

  async function post(
    { id: webhookId, url: stored, format, secret }: WebhookRecord,
    {
      id,
      event,
      signal,
    }: { readonly id: string; readonly event: WebhookEvent; readonly signal?: AbortSignal },
  ): Promise<{ readonly status: number; readonly body: string }> {
    const url = urls.open({ id: webhookId, url: stored });
    if (isMailbox(url)) {
      const words = "there is no mail server: SERVICECHAT_SMTP_URL is not set";
      if (!mailer) throw new MailError(words, { reason: words });
      const mail = eventMail(event, { to: url.slice(mailScheme.length), id });
      const body = await mailer.send(mail, signal).catch((cause: unknown) => {
        throw asMailError(cause);
      });
      return { status: mailAccepted, body };
    }
    const shape = formats[Object.hasOwn(formats, format) ? (format as WebhookFormat) : "standard"];
    const body = JSON.stringify(shape(event));
    const headers = {
      "content-type": "application/json",
      "user-agent": "ServiceChat-Webhook/1.0",
      ...signatureHeaders({ id, at: now(), body, secret: box.open(secret, webhookId) }),
    };
    const answer = await outbound.request({
      url,
      method: "POST",
      headers,
      body,
      timeoutMs: requestMs,
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
      ...(signal && { signal }),
    });
    return { status: answer.status, body: new TextDecoder().decode(answer.body) };
  }

  async function eventFor(webhook: WebhookRecord, delivery: WebhookDelivery): Promise<WebhookEvent> {
    const { type, at: to } = delivery;
    if (type !== weekEnded)
      return eventOf(delivery, webhook, { contents: await webhooks.contents(delivery), consoleUrl });
    const data = await readWeek({ to, agents: webhook.agents, withText: webhook.text });
    return { type, timestamp: new Date(to).toISOString(), data };
  }

  async function deliver(
    webhook: WebhookRecord,
    delivery: WebhookDelivery,
    { sending, stop }: { readonly sending: Sending; readonly stop: AbortSignal },
  ): Promise<void> {
    const { id } = delivery;
    const at = now();
    const startedAt = performance.now();
    const made = (values: Pick<WebhookTry, "status" | "error">): WebhookTry => ({
      at,
      ms: Math.round(performance.now() - startedAt),
      ...values,
    });
    const event = await eventFor(webhook, delivery);
    let attempt: WebhookTry;
    let isRefused = false;
    let reason: string | null = null;
    try {
      const { status } = await post(webhook, { id, event, signal: stop });
      attempt = made({ status, error: null });
    } catch (error) {
      // Another process sends it once the claim has expired.
      if (stop.aborted) return;
      isRefused = error instanceof OutboundError && error.kind === "refused";
      attempt = made({ status: null, error: wordsOf(error) });
      reason = error instanceof MailError ? error.reason : attempt.error;
    }
    const outcome = afterTry(delivery, attempt, { isRefused });
    await webhooks.settle({ id, claim: sending.claim, made: attempt, ...outcome });
    if (outcome.state === "failed" || outcome.state === "refused")
      log.warn(
        { webhook: webhook.id, delivery: id, status: attempt.status, error: reason },
        "a webhook could not be delivered; replay it when its receiver is back",
      );
  }

  async function sendDue(stop: AbortSignal, waitUntil: (work: Promise<unknown>) => void): Promise<void> {
    if (!(await isDue())) return;
    for (const webhook of await webhooks.due(now())) {
      const busy = [...underWay.values()].filter(({ webhookId }) => webhookId === webhook.id).length;
      const room = atOnce - busy;
      if (room <= 0 || stop.aborted) continue;
      const claim = now() + (isMailbox(urls.find(webhook) ?? "") ? mailMs : requestMs) + graceMs;
      const claimed = await webhooks.claim({ webhookId: webhook.id, now: now(), until: claim, limit: room });
      for (const delivery of claimed) {
        const sending = underWay.get(delivery.id);
        // It took longer than its claim: it has another, and is not sent twice.
        if (sending) sending.claim = claim;
        else waitUntil(begin(webhook, delivery, { claim, stop }));
      }
    }
  }

  async function begin(
    webhook: WebhookRecord,
    delivery: WebhookDelivery,
    { claim, stop }: { readonly claim: number; readonly stop: AbortSignal },
  ): Promise<void> {
    const sending: Sending = { webhookId: webhook.id, claim };
    underWay.set(delivery.id, sending);
    await deliver(webhook, delivery, { sending, stop })
      // The claim runs out, and it is sent again.
      .catch((cause: unknown) => log.warn({ err: cause }, "a webhook could not be sent, trying again later"))
      .finally(() => underWay.delete(delivery.id));
  }

  return {
    canMail: mailer !== undefined,

    createSecret(webhookId) {
      const secret = secretPrefix + randomBytes(32).toString("base64");
      return { secret, sealed: box.seal(secret, webhookId) };
    },

    sealUrl: (url, webhookId) => urls.seal(url, webhookId),
    urlOf: (webhook) => urls.find(webhook),

    async test(webhook) {
      const id = `msg_${randomUUID().replaceAll("-", "")}`;
      const event = {
        type: "webhook.test",
        timestamp: new Date(now()).toISOString(),
        data: { webhook: webhook.id },
      };
      const startedAt = performance.now();
      try {
        const { status, body } = await post(webhook, { id, event });
        const ms = Math.round(performance.now() - startedAt);
        return { status, ms, body: body.slice(0, shownAnswer) };
      } catch (error) {
        return { error: wordsOf(error) };
      }
    },

    sendDue,
  };
}

const isMailbox = (url: string) => url.startsWith(mailScheme);

function wordsOf(error: unknown): string {
  if (error instanceof OutboundError) return error.message;
  if (error instanceof MailError) return error.message.slice(0, 500);
  return "The secret of this webhook cannot be read: the service's own secret has changed. Remove the webhook and add it again.";
}

/** When a delivery is tried, in milliseconds after the first try of its round. */
const schedule = [0, 5_000, 5 * 60_000, 2 * 3_600_000, 24 * 3_600_000] as const;

/** How a delivery stands after a try. One that was refused by our own rule, or is "gone", is not tried again. */
export function afterTry(
  { tries, tried }: Pick<WebhookDelivery, "tries" | "tried">,
  { at, status }: WebhookTry,
  { isRefused }: { readonly isRefused: boolean },
): { readonly state: DeliveryState; readonly nextAt: number | null } {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered", nextAt: null };
  if (isRefused) return { state: "refused", nextAt: null };
  const offset = schedule[tried + 1];
  if (offset === undefined || status === 410) return { state: "failed", nextAt: null };
  const firstAt = tried === 0 ? at : (tries.at(-tried)?.at ?? at);
  // After a long outage, a late delivery is not sent twice at once.
  return { state: "pending", nextAt: Math.max(firstAt + offset, at + 5_000) };
}
