import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import { EmptyState } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import type { AgentNames } from "./agent-names.ts";
import { isLate, waitsSince } from "./inbox-chats.ts";
import { inboxLists, type InboxList } from "./list-order.ts";
import { InboxRow } from "./inbox-row.tsx";
import type { Selection } from "./selection.ts";
import type { SteadyLists } from "./steady-lists.ts";

/**
 * The lists of the inbox: those who have waited longest come first, but of those who left an address the most recent.
 */
export function InboxLists({
  lists: { chats, newCount, gone, catchUp },
  selection,
  agents,
  only,
  open,
}: {
  lists: SteadyLists;
  /** Absent for those who may do nothing with chats. */
  selection: Selection | undefined;
  agents: AgentNames;
  /** The selected list; `undefined`: all. */
  only: string | undefined;
  /** The open chat. */
  open: string | undefined;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const shown = inboxLists.filter((list) => only === undefined || only === list);
  if (shown.every((list) => chats[list].length === 0))
    return <EmptyState sign="inbox" title={text.emptyTitle} text={text.emptyText} />;
  return (
    <>
      <div class="inbox-new" role="status">
        {newCount > 0 && (
          <button type="button" class="button small" onClick={catchUp}>
            {text.newChats(newCount)}
          </button>
        )}
      </div>
      {shown.map((list) => (
        <List
          key={list}
          list={list}
          chats={chats[list]}
          agents={agents}
          oldest={chats.oldestAddress}
          open={open}
          selection={selection}
          gone={gone}
          mayFold={isCalm(list) && only === undefined && chats[list].length > 0}
        />
      ))}
    </>
  );
}

/** Whether nobody waits in a list just now. */
function isCalm(list: InboxList): boolean {
  return list === "agent" || list === "snoozed";
}

function List({
  list,
  chats,
  agents,
  oldest,
  open,
  selection,
  gone,
  mayFold,
}: {
  list: InboxList;
  chats: readonly Chat[];
  agents: AgentNames;
  oldest: Chat | undefined;
  open: string | undefined;
  selection: Selection | undefined;
  gone: ReadonlySet<string>;
  /** Whether it is folded until somebody opens it: nobody waits in it. */
  mayFold: boolean;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const [isUnfolded, setUnfolded] = useState(() => readUnfolded().includes(list));
  const isFolded = mayFold && !isUnfolded;
  const heading = `inbox-${list}`;
  const unread = isCalm(list) ? 0 : chats.filter((chat) => chat.unread).length;
  const head = (
    <>
      {text.list[list]}{" "}
      <span class={list === "waiting" && chats.length > 0 ? "badge bad" : "badge"}>{chats.length}</span>
      {unread > 0 && <span class="inbox-unread">{text.unreadCount(unread)}</span>}
    </>
  );
  return (
    <section class={isCalm(list) ? "inbox-list calm" : "inbox-list"} aria-labelledby={heading}>
      <h2 id={heading}>
        {mayFold ? (
          <button
            type="button"
            class="inbox-fold"
            aria-expanded={!isFolded}
            onClick={() => {
              storeUnfolded(list, isFolded);
              setUnfolded(isFolded);
            }}
          >
            {icon(isFolded ? "forward" : "chevron", 14)}
            {head}
          </button>
        ) : (
          head
        )}
        {list === "address" && <Oldest chat={oldest} />}
      </h2>
      {isFolded ? null : chats.length === 0 ? (
        <p class="muted">{text.none[list]}</p>
      ) : (
        <ul role="list" aria-labelledby={heading}>
          {chats.map((chat) => (
            <InboxRow
              key={chat.id}
              chat={chat}
              agent={agents.get(chat.agent) ?? chat.agent}
              isOpen={chat.id === open}
              isGone={gone.has(chat.id)}
              selection={selection}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The lists that are folded at first and were opened, in this tab. */
const unfoldedName = "servicechat-console-unfolded";

function readUnfolded(): readonly string[] {
  try {
    return (sessionStorage.getItem(unfoldedName) ?? "").split(" ");
  } catch {
    return [];
  }
}

function storeUnfolded(list: InboxList, isUnfolded: boolean): void {
  try {
    const others = readUnfolded().filter((each) => each !== list && each !== "");
    sessionStorage.setItem(unfoldedName, [...others, ...(isUnfolded ? [list] : [])].join(" "));
  } catch {
    // Without storage, they are folded again when the inbox is opened the next time.
  }
}

/** A link to the visitor who has waited longest. */
function Oldest({ chat }: { chat: Chat | undefined }): JSX.Element | null {
  const { words, navigation } = useConsole();
  if (!chat) return null;
  const { query } = navigation.location.value;
  const href = hrefOf("inbox", {
    agent: query.get("agent") ?? "",
    holder: query.get("holder") ?? "",
    chat: chat.id,
  });
  return (
    <a class={isLate(chat) ? "inbox-oldest late" : "inbox-oldest"} href={href}>
      {words.inbox.oldest} <Time at={waitsSince(chat)} />
    </a>
  );
}
