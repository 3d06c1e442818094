import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { usePageAction } from "../app/shortcuts.ts";
import { EmptyState, Loaded, Page, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useAgentNames, type AgentNames } from "./agent-names.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useInbox } from "./inbox-chats.ts";
import { inboxLists } from "./list-order.ts";
import { InboxLists } from "./inbox-lists.tsx";
import { useSelection } from "./selection.ts";
import { useSteadyLists } from "./steady-lists.ts";
import { OpenChat } from "./open-chat.tsx";

/** Chats that need a person, beside the one that is open. */
export function page(): JSX.Element {
  const { words, navigation, preferences } = useConsole();
  const { inbox: text } = words;
  const { query } = navigation.location.value;
  const open = query.get("chat") || undefined;
  const agent = query.get("agent") || undefined;
  const only = query.get("holder") || undefined;
  const inbox = useInbox(agent);
  const agents = useAgentNames();
  const lists = useRef<HTMLDivElement>(null);
  const steady = useSteadyLists(inbox.value);
  const mayAnswer = useMay("responder");
  const selection = useSelection(() =>
    Array.from(lists.current?.querySelectorAll<HTMLElement>("li[data-chat]") ?? [], ({ dataset }) =>
      String(dataset["chat"]),
    ),
  );
  const selected = inboxLists
    .flatMap((list) => steady?.chats[list] ?? [])
    .filter(({ id }) => selection.ids.has(id));
  /** Opens the next chat of the lists, or the previous one. */
  function step(by: 1 | -1): void {
    const rows = Array.from(lists.current?.querySelectorAll<HTMLAnchorElement>("a.inbox-row") ?? []);
    const next = rows[rows.findIndex((row) => row.ariaCurrent === "true") + by];
    if (!next) return;
    navigation.go(next.href, "replace");
    next.focus();
  }
  usePageAction("next", open ? () => step(1) : undefined);
  usePageAction("previous", open ? () => step(-1) : undefined);
  /** Selects the chat whose row has the focus, or else the one that is open. */
  function select(range: boolean): void {
    const focused = document.activeElement?.closest<HTMLElement>("li[data-chat]")?.dataset["chat"];
    const id = focused ?? open;
    if (id !== undefined) selection.toggle(id, range);
  }
  usePageAction("select", mayAnswer ? () => select(false) : undefined);

  return (
    <Page
      title={text.title}
      fill
      {...(open && { back: { href: hrefOf("inbox", { agent, holder: only }), label: text.backToLists } })}
      actions={<InboxFilters agents={agents} agent={agent} only={only} open={open} />}
    >
      <div class={open ? "inbox has-open" : "inbox"}>
        <div class="inbox-side">
          <div
            class={selected.length > 0 ? "inbox-lists selecting" : "inbox-lists"}
            ref={lists}
            tabIndex={-1}
            {...steady?.holding}
            onKeyDown={(event) => {
              if (event.key !== "X" || !mayAnswer || !preferences.keys.peek()) return;
              event.preventDefault();
              select(true);
            }}
          >
            <Loaded resource={inbox} skeleton={<SkeletonRows rows={5} />}>
              {() =>
                steady && (
                  <InboxLists
                    lists={steady}
                    selection={mayAnswer ? selection : undefined}
                    agents={agents}
                    only={only}
                    open={open}
                  />
                )
              }
            </Loaded>
          </div>
          <BulkBar
            chats={selected}
            selection={selection}
            changed={() => {
              steady?.release();
              inbox.reload();
            }}
          />
        </div>
        <div class="inbox-chat">
          {open ? (
            <OpenChat key={open} id={open} agents={agents} changed={inbox.reload} />
          ) : (
            <EmptyState sign="inbox" title={text.noneOpenTitle} text={text.noneOpenText} />
          )}
        </div>
      </div>
    </Page>
  );
}

/** Which chats the inbox shows; the selection is in the URL. */
export function InboxFilters({
  agents,
  agent,
  only,
  open,
}: {
  agents: AgentNames;
  agent: string | undefined;
  only: string | undefined;
  open: string | undefined;
}): JSX.Element {
  const { words, navigation } = useConsole();
  const text = words.inbox;
  const go = (changed: { agent?: string; holder?: string }): void =>
    navigation.go(hrefOf("inbox", { agent, holder: only, chat: open, ...changed }));
  return (
    <>
      {(agents.size > 1 || agent !== undefined) && (
        <span class={agent ? "filter active" : "filter"}>
          <select
            aria-label={words.chats.agent}
            value={agent ?? ""}
            onChange={({ currentTarget }) => go({ agent: currentTarget.value })}
          >
            <option value="">{text.allAgents}</option>
            {Array.from(agents, ([id, name]) => (
              <option key={id} value={id}>
                {showHidden(name)}
              </option>
            ))}
          </select>
        </span>
      )}
      <span class={only ? "filter active" : "filter"}>
        <select
          aria-label={text.lists}
          value={only ?? ""}
          onChange={({ currentTarget }) => go({ holder: currentTarget.value })}
        >
          <option value="">{text.allLists}</option>
          {inboxLists.map((list) => (
            <option key={list} value={list}>
              {text.list[list]}
            </option>
          ))}
        </select>
      </span>
    </>
  );
}
