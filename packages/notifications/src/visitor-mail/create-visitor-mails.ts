import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DueVisitorMail, NewVisitorLink, Storage } from "@servicechat/storage";
import { cleanText, linkPrefix } from "@servicechat/contract";
import { mailMs, asMailError } from "../smtp/create-mailer.ts";
import type { Mailer, Mail } from "../smtp/create-mailer.ts";
import type { SecretBox } from "../secret-box.ts";
import { visitorWordsIn } from "./visitor-words.ts";

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** When visitors get emails, and how long the links in them are valid. */
export const visitorMailRules = {
  awayMs: 2 * minuteMs,
  maxMessageAgeMs: 7 * dayMs,
  linkMs: 7 * dayMs,
  perDay: 10,
};

/** Its dependencies. */
interface VisitorMailDependencies {
  readonly storage: Pick<Storage, "visitorMail" | "agents">;
  readonly mailer: Mailer;
  readonly box: SecretBox;
  /** How long a chat is kept after its last message, and after its first, in milliseconds. */
  readonly sessionIdleMs: number;
  readonly sessionAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

/** Pauses between attempts to send an email, in milliseconds. */
const pauses = [5_000, 5 * minuteMs, 2 * 60 * minuteMs, dayMs] as const;
/** Maximum number of emails given to the mail server at the same time. */
const atOnce = 5;
/** A sender that has not recorded the outcome of an email this long after its deadline is presumed lost, in milliseconds. */
const graceMs = 10_000;

/**
 * Emails visitors who left an address what people wrote while they were away. Several nodes share the work: each email is
 * created once, in the transaction that records it, and sent by the node that has claimed it. Returns a function that sends
 * what is due now.
 */
export function createVisitorMails({
  storage,
  mailer,
  box,
  sessionIdleMs,
  sessionAgeMs,
  now,
  log,
}: VisitorMailDependencies): (stop: AbortSignal) => Promise<void> {
  const { visitorMail: mails, agents } = storage;

  function newLink(): NewVisitorLink {
    const id = `reply_${randomUUID()}`;
    const secret = randomBytes(32).toString("base64url");
    return { id, hash: createHash("sha256").update(secret).digest("hex"), sealed: box.seal(secret, id) };
  }

  async function send(due: DueVisitorMail, claim: number, stop: AbortSignal): Promise<void> {
    const agent = (await agents.find(due.agentId))?.definition.name ?? due.agentId;
    try {
      // A link that has expired by now is left out.
      const page = due.expiresAt > now() ? due.page : null;
      const mail = visitorMail({ ...due, page }, { agent, link: box.open(due.sealedLink, due.id) });
      await mailer.send(mail, stop);
      await mails.settle({ id: due.id, claim, state: "sent", nextAt: null });
    } catch (cause) {
      // Another node sends it once the claim has expired.
      if (stop.aborted) return;
      const { reason, isFinal } = asMailError(cause);
      const pause = isFinal ? undefined : pauses[due.tried];
      const state = pause === undefined ? "failed" : "pending";
      await mails.settle({ id: due.id, claim, state, nextAt: pause === undefined ? null : now() + pause });
      log.warn({ mail: due.id, error: reason, state }, "a reply could not be mailed to a visitor");
    }
  }

  return async (stop) => {
    const hashAddress = (address: string) => box.hash(address, "mailed address");
    await mails.createDue({
      ...visitorMailRules,
      sessionIdleMs,
      sessionAgeMs,
      now: now(),
      newLink,
      hashAddress,
    });
    while (!stop.aborted) {
      const claim = now() + mailMs + graceMs;
      const claimed = await mails.claim({ now: now(), until: claim, limit: atOnce });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((due) => send(due, claim, stop)));
    }
  };
}

/**
 * People's messages, as a mail to the visitor: plain text, in the language of the chat. They are not in the subject,
 * because subjects are shown on locked screens.
 */
function visitorMail(
  due: Pick<DueVisitorMail, "id" | "to" | "language" | "page" | "messages" | "expiresAt">,
  { agent, link }: { readonly agent: string; readonly link: string },
): Mail {
  const { lang, subject, wrote, person, goOn, goBack, why } = visitorWordsIn(due.language);
  const until = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(due.expiresAt);
  const said = due.messages.map(
    ({ name, text }) => `${wrote(`${inOneLine(name)} (${person})`)}\n\n${legible(text)}`,
  );
  const wayBack = due.page === null ? goBack : `${goOn(until)}\n${due.page}${linkPrefix}${link}`;
  return {
    to: due.to,
    id: due.id,
    subject: subject(inOneLine(agent)),
    text: [...said, "—", wayBack, why].join("\n\n"),
  };
}

/** Without line breaks and invisible characters. */
function inOneLine(text: string): string {
  return cleanText(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/**
 * Without invisible characters that no language needs: a mail program draws what the chat would not. Joiners stay, since emoji
 * and languages need them.
 */
function legible(text: string): string {
  return cleanText(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[[\p{Cc}\p{Cf}]--[\n\t\u{200C}-\u{200F}\u{61C}\u{E0020}-\u{E007F}]]/gv, "");
}
