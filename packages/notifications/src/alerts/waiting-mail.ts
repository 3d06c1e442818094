import type { WaitingChat } from "@servicechat/storage";
import type { Mail } from "../smtp/create-mailer.ts";

/** Chats that one mail names. */
const maxNamed = 20;

/** One mail for all that wait. It has no word of a visitor, and so nothing of theirs can be anything in it. */
export function waitingMail(
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
