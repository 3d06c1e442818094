import type { JSX } from "preact";
import type { AgentItem, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { inboxLists } from "./use-inbox.ts";

/** Which chats the inbox shows; the selection is in the URL. */
export function InboxFilters({
  agent,
  only,
  open,
}: {
  agent: string | undefined;
  only: string | undefined;
  open: string | undefined;
}): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.inbox;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  );
  const go = (changed: { agent?: string; holder?: string }): void =>
    navigation.go(hrefOf("inbox", { agent, holder: only, chat: open, ...changed }));
  const known = agents.value?.items ?? [];
  return (
    <>
      {(known.length > 1 || agent !== undefined) && (
        <span class={agent ? "filter active" : "filter"}>
          <select
            aria-label={words.chats.agent}
            value={agent ?? ""}
            onChange={({ currentTarget }) => go({ agent: currentTarget.value })}
          >
            <option value="">{text.allAgents}</option>
            {known.map(({ id }) => (
              <option key={id} value={id}>
                {showHidden(id)}
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
