import type { JSX } from "preact";
import type { Chat, Colleague } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Loaded, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";

/** Chooses the colleague who gets a chat. */
export function AssignDialog({
  chat,
  assign,
  close,
}: {
  chat: Chat;
  assign: (operator: string) => void;
  close: () => void;
}): JSX.Element {
  const { api, words, me } = useConsole();
  const { inbox: text } = words;
  const colleagues = useResource(chat.agent, (signal) =>
    api.get<{ items: readonly Colleague[] }>(
      `agents/${encodeURIComponent(chat.agent)}/colleagues`,
      {},
      signal,
    ),
  );
  return (
    <Dialog title={text.assignTitle} close={close}>
      <Loaded resource={colleagues} skeleton={<SkeletonRows rows={3} />}>
        {({ items }) => {
          const others = items.filter(({ id }) => id !== me.value?.id && id !== chat.operator?.id);
          if (others.length === 0) return <p class="muted">{text.nobodyElse}</p>;
          return (
            <ul class="rows" role="list">
              {others.map(({ id, name, available }) => (
                <li key={id} class="row">
                  <span class="row-main">
                    <span class="row-title">{showHidden(name)}</span>
                    <span class="row-detail">{available ? text.available : text.unavailable}</span>
                  </span>
                  <button type="button" class="button small" onClick={() => assign(id)}>
                    {text.assignTo}
                    <span class="unseen"> {showHidden(name)}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
