import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Avatar } from "../ui/avatar.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import type { AgentNames } from "./agent-names.ts";
import {
  inboxLists,
  isLate,
  reasonText,
  visitorOf,
  waitsSince,
  type InboxChats,
  type InboxList,
} from "./inbox-chats.ts";
import { WaitingTime } from "./waiting-time.tsx";

/**
 * The lists of the inbox: those who have waited longest come first, but of those who left an address the most recent.
 */
export function InboxLists({
  chats,
  agents,
  only,
  open,
}: {
  chats: InboxChats;
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
      {shown.map((list) => (
        <List
          key={list}
          list={list}
          chats={chats[list]}
          agents={agents}
          oldest={chats.oldestAddress}
          open={open}
          mayFold={list === "agent" && only === undefined && chats[list].length > 0}
        />
      ))}
    </>
  );
}

function List({
  list,
  chats,
  agents,
  oldest,
  open,
  mayFold,
}: {
  list: InboxList;
  chats: readonly Chat[];
  agents: AgentNames;
  oldest: Chat | undefined;
  open: string | undefined;
  /** Whether it is folded until somebody opens it: nobody waits in it. */
  mayFold: boolean;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const [isUnfolded, setUnfolded] = useState(readUnfolded);
  const isFolded = mayFold && !isUnfolded;
  const heading = `inbox-${list}`;
  const head = (
    <>
      {text.list[list]}{" "}
      <span class={list === "waiting" && chats.length > 0 ? "badge bad" : "badge"}>{chats.length}</span>
    </>
  );
  return (
    <section class={list === "agent" ? "inbox-list calm" : "inbox-list"} aria-labelledby={heading}>
      <h2 id={heading}>
        {mayFold ? (
          <button
            type="button"
            class="inbox-fold"
            aria-expanded={!isFolded}
            onClick={() => {
              storeUnfolded(isFolded);
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
            <li key={chat.id}>
              <InboxRow chat={chat} agent={agents.get(chat.agent) ?? chat.agent} isOpen={chat.id === open} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether the list of the chats with the agent is open, in this tab. */
const unfoldedName = "servicechat-console-unfolded";

function readUnfolded(): boolean {
  try {
    return sessionStorage.getItem(unfoldedName) !== null;
  } catch {
    return false;
  }
}

function storeUnfolded(isUnfolded: boolean): void {
  try {
    if (isUnfolded) sessionStorage.setItem(unfoldedName, "agent");
    else sessionStorage.removeItem(unfoldedName);
  } catch {
    // Without storage, it is folded again when the inbox is opened the next time.
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

/** A chat in a list of the inbox: who it is with, what it is about, and how long somebody has waited. */
function InboxRow({ chat, agent, isOpen }: { chat: Chat; agent: string; isOpen: boolean }): JSX.Element {
  const { words, navigation } = useConsole();
  const { query } = navigation.location.value;
  const href = hrefOf("inbox", {
    agent: query.get("agent") ?? "",
    holder: query.get("holder") ?? "",
    chat: chat.id,
  });
  const reason = reasonText(chat, words);
  const isAsked = chat.holder === "waiting" || chat.addressSince !== undefined;
  const visitor = visitorOf(chat);
  // What the visitor said, and not what the agent answered: that is what a person is to take up.
  const text = (isAsked && chat.lastAsked) || chat.last;
  const summary = isAsked && chat.handoff?.summary;
  return (
    <a class="chat-row inbox-row" href={href} aria-current={isOpen ? "true" : undefined}>
      <Avatar name={visitor} />
      <span class="inbox-row-head">
        <b dir="auto">{showHidden(visitor ?? chat.first) || words.chats.noText}</b>
        {chat.holder === "waiting" ? (
          <WaitingTime since={waitsSince(chat)} />
        ) : (
          <span class={isLate(chat) ? "inbox-time late" : "inbox-time"}>
            <Time at={chat.addressSince ?? chat.lastAt} />
          </span>
        )}
      </span>
      {isAsked && (reason || summary) && (
        <span class="inbox-reason" dir="auto">
          {reason && <b>{showHidden(reason)}</b>} {summary && <span>{showHidden(summary)}</span>}
        </span>
      )}
      <span class="inbox-row-text" dir="auto">
        {showHidden(text)}
      </span>
      <span class="chat-about">
        <span>{showHidden(agent)}</span>
        {chat.holder === "person" && <span>{showHidden(chat.operator?.name ?? "")}</span>}
      </span>
    </a>
  );
}
