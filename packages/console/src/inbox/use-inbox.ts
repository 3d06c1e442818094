import { useCallback } from "preact/hooks";
import type { Chat, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { useLiveReload } from "../chats/use-live-reload.ts";
import { useResource, type Resource } from "../ui/use-resource.ts";

/** The lists of the inbox, under the words that the address has for them. */
export const inboxLists = ["waiting", "me", "person", "agent"] as const;
/** The name of a list of the inbox: `person` are the chats of colleagues. */
export type InboxList = (typeof inboxLists)[number];

/** The chats of each list. */
export type InboxChats = Readonly<Record<InboxList, readonly Chat[]>>;

/** A chat of the agent counts as running for this long after its last message, in milliseconds. */
const recentMs = 30 * 60_000;
/** Chats of one list that are shown. */
const most = 200;

/** Reads the lists of the inbox, again whenever a chat changes. */
export function useInbox(agent: string | undefined): Resource<InboxChats> {
  const { api, me } = useConsole();
  const myId = me.value?.id;
  const read = useCallback(
    async (signal: AbortSignal): Promise<InboxChats> => {
      const list = async (holder: string, query: Readonly<Record<string, string | undefined>> = {}) =>
        (await api.get<Page<Chat>>("chats", { holder, agent, limit: most, ...query }, signal)).items;
      const since = new Date(Date.now() - recentMs).toISOString();
      const [waiting, taken, ofAgent] = await Promise.all([
        list("waiting"),
        list("person"),
        list("agent", { from: since }),
      ]);
      return {
        waiting: waiting.toSorted((one, other) => waitsSince(one).localeCompare(waitsSince(other))),
        me: taken.filter(({ operator }) => operator?.id === myId),
        person: taken.filter(({ operator }) => operator?.id !== myId),
        agent: ofAgent,
      };
    },
    [api, agent, myId],
  );
  const inbox = useResource(JSON.stringify([agent, myId]), read);
  useLiveReload(inbox.reload, () => true);
  return inbox;
}

/** Since when somebody waits in a chat. */
export function waitsSince({ handoff, lastAt }: Chat): string {
  return handoff?.since ?? lastAt;
}
