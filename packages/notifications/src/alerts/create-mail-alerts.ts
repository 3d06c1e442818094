import { randomUUID } from "node:crypto";
import type { AlertedPerson, MailedChat, Storage, WaitingChat } from "@servicechat/storage";
import type { Mailer } from "../smtp/create-mailer.ts";
import { asMailError } from "../smtp/mail-error.ts";
import { mayTake } from "./may-take.ts";
import { waitingMail } from "./waiting-mail.ts";

/** Its dependencies. */
export interface MailAlertDependencies {
  readonly storage: Pick<Storage, "alerts">;
  /** Reads the chats of which people are told. */
  readonly waiting: () => Promise<readonly WaitingChat[]>;
  readonly mailer: Mailer;
  /** Origin of the console. */
  readonly consoleUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

/** Waiting shorter than this causes no mail, in milliseconds. */
const patienceMs = 60_000;
/** How recently somebody must have had the console open to count as present, in milliseconds. */
const presentMs = 60_000;
/** How long one wait is not mentioned again, in milliseconds. */
const chatMs = 3_600_000;
/**
 * How often one chat is mentioned to one person in an hour: somebody who keeps asking and cancelling uses up nobody's
 * mails.
 */
const perChat = 3;
/**
 * Limits for each person: the gap between two mails, and how many there are in an hour. Chats that wait in between are in the
 * next one.
 */
const bounds = { gapMs: 60_000, perHour: 12 };
/** Mails that are given to the server at the same time. */
const atOnce = 5;

/** A mail that is due. */
interface DueMail {
  readonly person: AlertedPerson;
  readonly chats: readonly WaitingChat[];
}

/**
 * Tells people by mail that visitors wait, while nobody who could take them has the console open. A visitor who opens
 * many chats, or asks again and again, causes at most one mail a minute to each. Returns a function that checks once.
 */
export function createMailAlerts({
  storage: { alerts },
  waiting,
  mailer,
  consoleUrl,
  now,
  log,
}: MailAlertDependencies): (stop: AbortSignal) => Promise<void> {
  function isDue(
    { since, state, stateSince, notedAt }: WaitingChat,
    mailed: MailedChat | undefined,
  ): boolean {
    if (state !== "missed" && since > now() - patienceMs) return false;
    if (!mailed) return true;
    // A visitor who waits by email is mentioned once: what can wait until the morning keeps nobody busy all night.
    if (state !== "address" && mailed.at <= now() - chatMs) return true;
    // It waits once more.
    const isAgain = state === "missed" ? mailed.at < notedAt : mailed.at <= stateSince;
    return isAgain && (mailed.inHour < perChat || mailed.hourAt <= now() - chatMs);
  }

  async function findDue(): Promise<readonly DueMail[]> {
    const chats = await waiting();
    if (chats.length === 0) return [];
    const people = await alerts.people();
    const isThere = ({ presentAt }: AlertedPerson) => (presentAt ?? 0) > now() - presentMs;
    const alone = chats.filter((chat) => !people.some((person) => isThere(person) && mayTake(person, chat)));
    const mailed = await alerts.mailed(alone.map(({ sessionId }) => sessionId));
    const byChat = new Map(mailed.map((each) => [`${each.sessionId} ${each.operatorId}`, each]));
    const lastOf = (person: AlertedPerson, chat: WaitingChat) => byChat.get(`${chat.sessionId} ${person.id}`);
    return people
      .filter(({ mailTo }) => mailTo !== null)
      .map((person) => ({
        person,
        chats: alone.filter((chat) => mayTake(person, chat) && isDue(chat, lastOf(person, chat))),
      }))
      .filter((due) => due.chats.length > 0);
  }

  async function send({ person, chats }: DueMail, stop: AbortSignal): Promise<void> {
    const round = { channel: "mail", operatorId: person.id } as const;
    if (!(await alerts.begin({ ...round, now: now(), ...bounds }))) return;
    const mail = waitingMail(chats, { to: person.mailTo ?? "", id: `alert_${randomUUID()}`, consoleUrl });
    try {
      await mailer.send(mail, stop);
    } catch (cause) {
      const { reason, mayHaveArrived } = asMailError(cause);
      // A rejected mail is sent with the next round, as long as it is true.
      if (!stop.aborted) log.warn({ operator: person.id, error: reason }, "an alert could not be mailed");
      // Of one that may have arrived the next is another mail to its reader: it counts.
      if (!mayHaveArrived) await alerts.undo(round);
      return;
    }
    const sessionIds = chats.map(({ sessionId }) => sessionId);
    await alerts.noteMailed({ operatorId: person.id, sessionIds, at: now() });
  }

  return async (stop) => {
    const due = await findDue();
    for (let first = 0; first < due.length && !stop.aborted; first += atOnce)
      await Promise.all(due.slice(first, first + atOnce).map((mail) => send(mail, stop)));
  };
}
