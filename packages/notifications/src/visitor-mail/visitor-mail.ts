import { cleanText, linkPrefix } from "@servicechat/contract";
import type { DueVisitorMail } from "@servicechat/storage";
import type { Mail } from "../smtp/create-mailer.ts";
import { visitorWordsIn } from "./visitor-words.ts";

/**
 * People's messages, as a mail to the visitor: plain text, in the language of the chat. They are not in the subject,
 * because subjects are shown on locked screens.
 */
export function visitorMail(
  due: Pick<DueVisitorMail, "id" | "to" | "language" | "page" | "messages" | "expiresAt">,
  { agent, link }: { readonly agent: string; readonly link: string },
): Mail {
  const { lang, subject, wrote, goOn, goBack, why } = visitorWordsIn(due.language);
  const until = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(due.expiresAt);
  const said = due.messages.map(({ name, text }) => `${wrote(inOneLine(name))}\n\n${legible(text)}`);
  const wayBack = due.page === null ? goBack : `${goOn(until)}\n${due.page}${linkPrefix}${link}`;
  return {
    to: due.to,
    id: due.id,
    subject: subject(inOneLine(agent)),
    text: [...said, "—", wayBack, why].join("\n\n"),
  };
}

/** Without what breaks a line, or is not seen. */
function inOneLine(text: string): string {
  return cleanText(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/**
 * Without what is not seen and no language needs: a mail program draws what the chat would not. Joiners stay, since emoji and
 * languages are written with them.
 */
function legible(text: string): string {
  return cleanText(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[[\p{Cc}\p{Cf}]--[\n\t\u{200C}-\u{200F}\u{61C}\u{E0020}-\u{E007F}]]/gv, "");
}
