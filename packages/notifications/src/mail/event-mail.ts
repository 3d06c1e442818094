import type { WebhookEvent } from "../webhooks/event.ts";
import { inWords } from "../webhooks/sentence.ts";
import type { Mail } from "./create-mailer.ts";

/** An event as a mail. Its subject has no words of a visitor: subjects are shown on locked screens. */
export function eventMail(event: WebhookEvent, { to, id }: Pick<Mail, "to" | "id">): Mail {
  const { sentence, quotes, url } = inWords(event);
  const quoted = quotes.map((text) => text.replace(/^/gm, "> "));
  return {
    to,
    id,
    subject: sentence.replaceAll(/\p{Cc}+/gu, " "),
    text: [sentence, ...quoted, ...(url === undefined ? [] : [url])].join("\n\n"),
  };
}
