import type { WebhookEvent } from "../webhooks/event.ts";
import { weekEnded } from "../webhooks/week-in-words.ts";
import { inWords } from "../webhooks/sentence.ts";
import type { Mail } from "./create-mailer.ts";

/** An event as a mail. Its subject has no words of a visitor: subjects are shown on locked screens. */
export function eventMail(event: WebhookEvent, { to, id }: Pick<Mail, "to" | "id">): Mail {
  const { sentence, quotes, url } = inWords(event);
  // A letter is what the service says itself.
  const isLetter = event.type === weekEnded;
  const quoted = quotes.map((text) => (isLetter ? text : text.replace(/^/gm, "> ")));
  return {
    to,
    id,
    subject: sentence.replaceAll(/\p{Cc}+/gu, " "),
    text: [sentence, ...quoted, ...(url === undefined ? [] : [url])].join("\n\n"),
  };
}
