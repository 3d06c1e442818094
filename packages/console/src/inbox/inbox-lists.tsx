import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { EmptyState } from "../ui/page.tsx";
import { InboxRow } from "./inbox-row.tsx";
import { inboxLists, type InboxChats, type InboxList } from "./use-inbox.ts";

/** The lists of the inbox: who waits longest stands first. */
export function InboxLists({
  chats,
  only,
  open,
}: {
  chats: InboxChats;
  /** The one list that is wanted; undefined: all. */
  only: string | undefined;
  /** The chat that is open. */
  open: string | undefined;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const shown = inboxLists.filter((list) => only === undefined || only === list);
  if (shown.every((list) => chats[list].length === 0))
    return <EmptyState sign="inbox" title={text.emptyTitle} text={text.emptyText} />;
  return (
    <>
      {shown.map((list) => (
        <List key={list} list={list} chats={chats[list]} open={open} />
      ))}
    </>
  );
}

function List({
  list,
  chats,
  open,
}: {
  list: InboxList;
  chats: readonly Chat[];
  open: string | undefined;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  const heading = `inbox-${list}`;
  return (
    <section class="inbox-list" aria-labelledby={heading}>
      <h2 id={heading}>
        {text.list[list]}{" "}
        <span class={list === "waiting" && chats.length > 0 ? "badge bad" : "badge"}>{chats.length}</span>
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
