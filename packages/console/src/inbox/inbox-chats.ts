import { useCallback, useEffect } from "preact/hooks";
import type { Chat, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import type { Words } from "../app/words/words.ts";
import { useLiveReload } from "../chats/use-live-reload.ts";
import type { InboxChats } from "./list-order.ts";
import { useResource, type Resource } from "../ui/use-resource.ts";

/** For how long after its last message a chat with the agent counts as active, in milliseconds. */
const recentMs = 30 * 60_000;
/** The number of chats shown per list. */
const maxChats = 200;

/** Reads the lists of the inbox, and again whenever a chat changes. */
export function useInbox(agent: string | undefined): Resource<InboxChats> {
  const { api, me } = useConsole();
  const myId = me.value?.id;
  const read = useCallback(
    async (signal: AbortSignal): Promise<InboxChats> => {
      const list = async (query: Readonly<Record<string, string | number | undefined>>) =>
        (await api.get<Page<Chat>>("chats", { agent, limit: maxChats, ...query }, signal)).items;
      const since = new Date(Date.now() - recentMs).toISOString();
      const now = { snoozed: "false" };
      const byAddress = { ...now, address: "unanswered" };
      const [waiting, taken, addresses, oldest, snoozed, ofAgent] = await Promise.all([
        list({ ...now, holder: "waiting" }),
        list({ ...now, holder: "person" }),
        list({ ...byAddress, order: "shortest_wait" }),
        // Not the last of that list: there may be more than it shows.
        list({ ...byAddress, order: "longest_wait", limit: 1 }),
        list({ snoozed: "true" }),
        list({ ...now, holder: "agent", from: since }),
      ]);
      return {
        waiting: waiting.toSorted((one, other) => waitsSince(one).localeCompare(waitsSince(other))),
        me: taken.filter(({ operator }) => operator?.id === myId),
        address: addresses,
        oldestAddress: oldest[0],
        person: taken.filter(({ operator }) => operator?.id !== myId),
        snoozed: snoozed.toSorted((one, other) => backAt(one) - backAt(other)),
        agent: ofAgent.filter(({ addressSince }) => addressSince === undefined),
      };
    },
    [api, agent, myId],
  );
  const inbox = useResource(JSON.stringify([agent, myId]), read);
  useLiveReload(inbox.reload, () => true);
  useReturns(inbox);
  return inbox;
}

/** The longest time for which browsers set a timer, in milliseconds. */
const maxTimer = 2 ** 31 - 1;

/** Reads the lists again when the first chat comes back that was set aside: nothing else tells of it. */
function useReturns({ value, reload }: Resource<InboxChats>): void {
  const first = value?.snoozed[0];
  const at = first && backAt(first);
  useEffect(() => {
    if (at === undefined) return undefined;
    // The service's clock decides, so a browser whose clock is ahead asks again.
    const timer = setTimeout(reload, Math.min(Math.max(at - Date.now(), 2_000) + 500, maxTimer));
    return () => clearTimeout(timer);
  }, [value, at]);
}

/** When a chat comes back, in milliseconds since 1970. */
function backAt({ snoozedUntil, lastAt }: Chat): number {
  return Date.parse(snoozedUntil ?? lastAt);
}

/** Since when somebody has been waiting in a chat. */
export function waitsSince({ addressSince, handoff, lastAt }: Chat): string {
  return addressSince ?? handoff?.since ?? lastAt;
}

/** A visitor who left an address and has waited longer than this has waited too long, in milliseconds. */
const lateMs = 86_400_000;

/** Whether a visitor who left an address has waited too long for an answer. */
export function isLate({ addressSince }: Chat): boolean {
  return addressSince !== undefined && Date.parse(addressSince) < Date.now() - lateMs;
}

/** Who the visitor is, as far as the site or the visitor has said. */
export function visitorOf({ user, handoff }: Chat): string | undefined {
  if (user && user.id !== "masked") return user.name ?? user.id;
  return handoff?.email ?? undefined;
}

/** Why a person was requested: the agent's reasons have names, visitors use their own words. */
export function reasonText({ handoff }: Chat, { inbox }: Words): string | undefined {
  if (!handoff || handoff.by === "operator") return undefined;
  const { reason } = handoff;
  if (reason === null) return inbox.reasons.customer_request;
  return Object.hasOwn(inbox.reasons, reason) ? inbox.reasons[reason as keyof typeof inbox.reasons] : reason;
}
