import type { JSX } from "preact";
import type { Chat, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import type { RouteProps } from "../app/pages.tsx";
import { EmptyState, Loaded, LoadMore, Page } from "../ui/page.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { usePages } from "../ui/use-resource.ts";
import { ChatPage } from "./chat-page.tsx";
import { ChatRow } from "./chat-row.tsx";
import { FilterBar, filtersOf } from "./filter-bar.tsx";
import { useLiveReload } from "./use-live-reload.ts";

/** The list of chats, or one of them. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id] = rest;
  return id ? <ChatPage key={id} id={id} /> : <ChatsPage />;
}

/** All chats that match the filters in the URL, most recent activity first. */
export function ChatsPage(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.chats;
  const filters = filtersOf(navigation.location.value.query);
  const isFiltered = Object.keys(filters).length > 0;
  const list = usePages<Chat>(JSON.stringify(filters), (page, signal) =>
    api.get<ListPage<Chat>>("chats", { ...filters, ...page }, signal),
  );
  useLiveReload(list.reload, () => true);

  return (
    <Page
      title={text.title}
      bar={<FilterBar filters={filters} />}
      actions={
        <PopoverMenu id="export-chats" label={text.exportAll} sign="download">
          <a class="menu-item" href={api.address("chats/export", { ...filters, as: "csv" })} download>
            {text.exportCsv}
          </a>
          <a class="menu-item" href={api.address("chats/export", { ...filters, as: "jsonl" })} download>
            {text.exportJsonl}
          </a>
        </PopoverMenu>
      }
    >
      <Loaded resource={list}>
        {(chats) =>
          chats.length === 0 ? (
            <EmptyState
              sign={isFiltered ? "search" : "chats"}
              title={isFiltered ? text.noneTitle : text.emptyTitle}
              text={isFiltered ? text.noneText : text.emptyText}
            />
          ) : (
            <>
              <ul class="rows chat-list" role="list" aria-label={text.list}>
                {chats.map((chat) => (
                  <li key={chat.id}>
                    <ChatRow chat={chat} />
                  </li>
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
