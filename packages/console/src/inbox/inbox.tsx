import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { useListKeys } from "../chats/use-list-keys.ts";
import { EmptyState, Loaded, Page, SkeletonRows } from "../ui/page.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxLists } from "./inbox-lists.tsx";
import { OpenChat } from "./open-chat.tsx";
import { useInbox } from "./use-inbox.ts";

/** Chats that need a person, beside the one that is open. */
export function page(): JSX.Element {
  const { words, navigation } = useConsole();
  const { inbox: text } = words;
  const { query } = navigation.location.value;
  const open = query.get("chat") || undefined;
  const agent = query.get("agent") || undefined;
  const only = query.get("holder") || undefined;
  const inbox = useInbox(agent);
  const lists = useRef<HTMLDivElement>(null);
  useListKeys(lists);

  return (
    <Page
      title={text.title}
      fill
      {...(open && { back: { href: hrefOf("inbox", { agent, holder: only }), label: text.backToLists } })}
      actions={<InboxFilters agent={agent} only={only} open={open} />}
    >
      <div class={open ? "inbox has-open" : "inbox"}>
        <div class="inbox-lists" ref={lists} tabIndex={-1}>
          <Loaded resource={inbox} skeleton={<SkeletonRows rows={5} />}>
            {(chats) => <InboxLists chats={chats} only={only} open={open} />}
          </Loaded>
        </div>
        <div class="inbox-chat">
          {open ? (
            <OpenChat key={open} id={open} />
          ) : (
            <EmptyState sign="inbox" title={text.noneOpenTitle} text={text.noneOpenText} />
          )}
        </div>
      </div>
    </Page>
  );
}
