import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { EmptyState } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
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
  only,
  open,
}: {
  chats: InboxChats;
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
        <List key={list} list={list} chats={chats[list]} oldest={chats.oldestAddress} open={open} />
      ))}
    </>
  );
}

function List({
  list,
  chats,
  oldest,
  open,
}: {
  list: InboxList;
  chats: readonly Chat[];
  oldest: Chat | undefined;
  open: string | undefined;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const heading = `inbox-${list}`;
  return (
    <section class="inbox-list" aria-labelledby={heading}>
      <h2 id={heading}>
        {text.list[list]}{" "}
        <span class={list === "waiting" && chats.length > 0 ? "badge bad" : "badge"}>{chats.length}</span>
        {list === "address" && <Oldest chat={oldest} />}
      </h2>
      {chats.length === 0 ? (
        <p class="muted">{text.none[list]}</p>
      ) : (
        <ul role="list" aria-labelledby={heading}>
          {chats.map((chat) => (
            <li key={chat.id}>
              <InboxRow chat={chat} isOpen={chat.id === open} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
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
function InboxRow({ chat, isOpen }: { chat: Chat; isOpen: boolean }): JSX.Element {
  const { words, navigation } = useConsole();
  const { query } = navigation.location.value;
  const href = hrefOf("inbox", {
    agent: query.get("agent") ?? "",
    holder: query.get("holder") ?? "",
    chat: chat.id,
  });
  const reason = reasonText(chat, words);
  const isAsked = chat.holder === "waiting" || chat.addressSince !== undefined;
  const about = isAsked ? chat.handoff?.summary : undefined;
  return (
    <a class="chat-row inbox-row" href={href} aria-current={isOpen ? "true" : undefined}>
      <span class="inbox-row-head">
        <b dir="auto">{showHidden(visitorOf(chat) ?? chat.first) || words.chats.noText}</b>
        {chat.holder === "waiting" ? (
          <WaitingTime since={waitsSince(chat)} />
        ) : (
          <span class={isLate(chat) ? "inbox-time late" : "inbox-time"}>
            <Time at={chat.addressSince ?? chat.lastAt} />
          </span>
        )}
      </span>
      {reason && isAsked && <span class="inbox-reason">{showHidden(reason)}</span>}
      <span class="inbox-row-text" dir="auto">
        {showHidden(about ?? chat.last)}
      </span>
      <span class="chat-about">
        <span>{showHidden(chat.agent)}</span>
        {chat.holder === "person" && <span>{showHidden(chat.operator?.name ?? "")}</span>}
      </span>
    </a>
  );
}
