import { randomUUID } from "node:crypto";
import type { Storage } from "@servicechat/storage";
import type { TestedWebhook } from "../webhooks/create-webhook-sender.ts";
import { asMailError, createMailer, mailAccepted } from "./create-mailer.ts";
import type { Mailer } from "./create-mailer.ts";

/** The settings of the operator's mail server. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
  /** For one mail, in milliseconds. */
  readonly wholeMs?: number;
}

/** How sending mail went lately, on all nodes. Times are milliseconds since 1970. */
export interface MailState {
  /** Host and port; `null` where no server is set. */
  readonly server: string | null;
  /** `tls` from the start, or `starttls` if the server supports it. */
  readonly security: "tls" | "starttls" | null;
  /** The sender. */
  readonly from: string | null;
  readonly lastSentAt: number | null;
  /** `reason` is the number of the server's answer, or a name such as `ETIMEDOUT`. */
  readonly lastFailed: { readonly at: number; readonly reason: string } | null;
}

/** Mail, for all who send it. */
export interface MailService {
  /** Absent if no server is set. It records the outcome of each mail. */
  readonly mailer: Mailer | undefined;
  state(): Promise<MailState>;
  /** Sends a mail that says that it is a test. */
  test(to: string): Promise<TestedWebhook>;
}

/** Names of the stored values. */
const [sent, failed] = ["mail:last-sent", "mail:last-failed"];

/** Creates the service; without settings it sends nothing. */
export function createMailService({
  settings,
  keyValues,
  now,
}: {
  readonly settings: MailSettings | undefined;
  readonly keyValues: Pick<Storage["keyValues"], "save" | "list">;
  readonly now: () => number;
}): MailService {
  const mailer = settings && recorded(createMailer(settings));

  function recorded(inner: Mailer): Mailer {
    return {
      async send(mail, stop) {
        try {
          const answer = await inner.send(mail, stop);
          await save(sent, { at: now() });
          return answer;
        } catch (cause) {
          if (!stop?.aborted) await save(failed, { at: now(), reason: asMailError(cause).reason });
          throw cause;
        }
      },
    };
  }

  /** A mail that was sent stays sent, even if its outcome could not be stored. */
  const save = (name: string, value: object) =>
    keyValues.save(name, JSON.stringify(value)).catch(() => undefined);

  return {
    mailer,

    async state() {
      const kept = new Map((await keyValues.list("mail:")).map(({ name, value }) => [name, value]));
      const read = <Value>(name: string): Value | null => JSON.parse(kept.get(name) ?? "null");
      const url = settings && new URL(settings.url);
      return {
        server: url ? `${url.hostname}:${url.port || (url.protocol === "smtps:" ? 465 : 587)}` : null,
        security: url ? (url.protocol === "smtps:" ? "tls" : "starttls") : null,
        from: settings?.from ?? null,
        lastSentAt: read<{ readonly at: number }>(sent)?.at ?? null,
        lastFailed: read<{ readonly at: number; readonly reason: string }>(failed),
      };
    },

    async test(to) {
      if (!mailer) return { error: "there is no mail server: SERVICECHAT_SMTP_URL is not set" };
      const startedAt = performance.now();
      try {
        const body = await mailer.send({
          to,
          id: `test_${randomUUID()}`,
          subject: "Test from ServiceChat",
          text: "This is a test from ServiceChat: mail arrives here.",
        });
        return { status: mailAccepted, ms: Math.round(performance.now() - startedAt), body };
      } catch (cause) {
        return { error: asMailError(cause).message.slice(0, 500) };
      }
    },
  };
}
