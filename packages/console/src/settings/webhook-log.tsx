import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Delivery, Page, Webhook } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState, Loaded, sayProblem } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";

const tones: Readonly<Record<Delivery["state"], string>> = {
  pending: "warn",
  delivered: "good",
  failed: "bad",
  refused: "bad",
};

/** A webhook's past and pending deliveries, and their results. */
export function WebhookLog({ webhook, close }: { webhook: Webhook; close: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.webhooks;
  const path = `webhooks/${encodeURIComponent(webhook.id)}/deliveries`;
  const list = usePages<Delivery>(path, (page, signal) => api.get<Page<Delivery>>(path, { ...page }, signal));
  const [failure, setFailure] = useState("");
  const replay = (id: string) => {
    setFailure("");
    api.send("POST", `${path}/${encodeURIComponent(id)}/replay`, { body: {} }).then(
      () => list.reload(),
      (thrown: unknown) => setFailure(sayProblem(asProblem(thrown), words)),
    );
  };
  return (
    <Dialog title={text.logTitle} close={close}>
      <p class="dialog-text">{showHidden(webhook.url)}</p>
      {failure !== "" && (
        <p class="form-problem" role="alert">
          {failure}
        </p>
      )}
      <Loaded resource={list}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState sign="send" title={text.logEmptyTitle} text={text.logEmptyText} />
          ) : (
            <ul class="rows" role="list">
              {deliveries.map((delivery) => (
                <li key={delivery.id} class="row">
                  <div class="row-main">
                    <span class="row-title">
                      {eventName(delivery.type, words.vocabulary.webhookEvents)}
                      <span class={`badge ${tones[delivery.state]}`}>{text.states[delivery.state]}</span>
                    </span>
                    <span class="row-detail">
                      <Time at={delivery.at} />
                      {delivery.chat !== "" && (
                        <>
                          {" · "}
                          <a href={hrefOf(`chats/${delivery.chat}`)}>{text.chat}</a>
                        </>
                      )}
                      {lastOf(delivery, text) !== "" && ` · ${showHidden(lastOf(delivery, text))}`}
                    </span>
                  </div>
                  <button type="button" class="button small" onClick={() => replay(delivery.id)}>
                    {text.replay}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function eventName(type: string, names: Readonly<Record<string, string>>): string {
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}

/** The result of its last attempt; empty before the first. */
function lastOf(
  { tries }: Delivery,
  text: { readonly tries: (count: number, last: string) => string },
): string {
  const last = tries.at(-1);
  return last ? text.tries(tries.length, last.error ?? String(last.status)) : "";
}
