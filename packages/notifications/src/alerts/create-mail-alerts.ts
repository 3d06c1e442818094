import { randomUUID } from "node:crypto";
import type { AlertedPerson, MailedChat, Storage, WaitingChat } from "@servicechat/storage";
import { asMailError } from "../smtp/create-mailer.ts";
import type { Mailer, Mail } from "../smtp/create-mailer.ts";
import { mayTake } from "./waiting-chats.ts";

/** Its dependencies. */
interface MailAlertDependencies {
  readonly storage: Pick<Storage, "alerts">;
  /** Reads the chats that people are notified of. */
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
/** How recently a person must have had the console open to count as present, in milliseconds. */
const presentMs = 60_000;
/** How long one wait is not mentioned again, in milliseconds. */
const chatMs = 3_600_000;
/**
 * How often one chat is mentioned to one person in an hour: a visitor who keeps asking and cancelling must not
 * use up anyone's mails.
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
 * Notifies people by mail of waiting visitors, while nobody who could take them has the console open. A visitor who opens
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
    // A visitor who waits for an email is mentioned once: it can wait until the morning.
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
      // A rejected mail is sent in the next round if it is still due.
      if (!stop.aborted) log.warn({ operator: person.id, error: reason }, "an alert could not be mailed");
      // A mail that may have arrived counts: for its reader, the next one would be a second mail.
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

/** Chats that one mail names. */
const maxNamed = 20;

/** One mail about all waiting visitors. It contains no visitor's text, so nothing of theirs can act as content. */
function waitingMail(
  chats: readonly WaitingChat[],
  { to, id, consoleUrl }: Pick<Mail, "to" | "id"> & { readonly consoleUrl: string },
): Mail {
  const waiting = chats.filter(({ state }) => state === "waiting").length;
  const addresses = chats.filter(({ state }) => state === "address").length;
  const missed = chats.length - waiting - addresses;
  const sentences = [
    ...(waiting === 0 ? [] : [`${visitors(waiting, "is", "are")} waiting for a person`]),
    ...(addresses === 0
      ? []
      : [
          `${visitors(addresses, "has left an address and is waiting", "have left an address and are waiting")} for an answer`,
        ]),
    ...(missed === 0 ? [] : [`${visitors(missed, "has", "have")} waited and nobody came`]),
  ];
  const [subject = "", ...others] = sentences;
  const named = chats.slice(0, maxNamed).map(({ sessionId, agentId, state, since }) => {
    return `${agentId}, ${whatHappened[state]} ${timeOf(since)}\n${consoleUrl}/console/chats/${encodeURIComponent(sessionId)}`;
  });
  const more = chats.length - named.length;
  return {
    to,
    id,
    subject,
    text: [
      [subject, ...others].join(". ") + ".",
      ...named,
      ...(more > 0 ? [`And ${more} more: ${consoleUrl}/console/inbox`] : []),
      `You are receiving this email because nobody had the console open. Change your notifications here:\n${consoleUrl}/console/settings/notifications`,
    ].join("\n\n"),
  };
}

const whatHappened: Readonly<Record<WaitingChat["state"], string>> = {
  waiting: "waiting since",
  address: "waiting for an answer by email since",
  missed: "nobody came, at",
};

const visitors = (count: number, one: string, many: string) =>
  count === 1 ? `A visitor ${one}` : `${count} visitors ${many}`;

/** Such as `2026-11-26 14:05 UTC`. */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
