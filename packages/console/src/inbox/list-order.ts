import type { Chat } from "@servicechat/contract/admin";

/** The lists of the inbox, by their names in the URL. */
export const inboxLists = ["waiting", "me", "address", "person", "snoozed", "agent"] as const;
/**
 * The name of a list of the inbox: `person` contains the chats of colleagues, `address` those whose visitor left an address
 * and is waiting for an answer, `snoozed` those that are set aside.
 */
export type InboxList = (typeof inboxLists)[number];

/** The chats of each list, and the one whose visitor has waited longest for an answer to the address that they left. */
export type InboxChats = Readonly<Record<InboxList, readonly Chat[]>> & {
  readonly oldestAddress: Chat | undefined;
};

/** Lists that are held still. */
export interface HeldLists {
  readonly chats: InboxChats;
  /** Chats that are not drawn yet. */
  readonly newCount: number;
  /** Chats that are drawn, but are in no list any more. */
  readonly gone: ReadonlySet<string>;
}

/** The lists with the rows that are drawn, in their order, and what they lack. */
export function holdStill(drawn: InboxChats, now: InboxChats): HeldLists {
  const all = new Map(inboxLists.flatMap((list) => now[list]).map((chat) => [chat.id, chat]));
  const ids = new Set(inboxLists.flatMap((list) => drawn[list]).map(({ id }) => id));
  const rows = (list: InboxList): readonly Chat[] => drawn[list].map((chat) => all.get(chat.id) ?? chat);
  return {
    chats: {
      waiting: rows("waiting"),
      me: rows("me"),
      address: rows("address"),
      person: rows("person"),
      snoozed: rows("snoozed"),
      agent: rows("agent"),
      oldestAddress: now.oldestAddress,
    },
    newCount: [...all.keys()].filter((id) => !ids.has(id)).length,
    gone: new Set([...ids].filter((id) => !all.has(id))),
  };
}

/** The ids from one to another, both included, whichever comes first. */
export function between(order: readonly string[], from: string, to: string): readonly string[] {
  const [one, other] = [order.indexOf(from), order.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return order.slice(Math.min(one, other), Math.max(one, other) + 1);
}
