import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Delivery, NewWebhook, Page, Tested, Webhook } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { useAgentNames } from "../inbox/agent-names.ts";
import { agentList } from "../ui/agent-list.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** The addresses that are notified of what happens in chats. */
export function WebhooksSection(): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.webhooks;
  const list = usePages<Webhook>("webhooks", (page, signal) =>
    api.get<Page<Webhook>>("webhooks", { ...page }, signal),
  );
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<NewWebhook>();
  const [shown, setShown] = useState<Webhook>();
  const [removing, setRemoving] = useState<Webhook>();

  const add = (
    <button type="button" class="button primary" onClick={() => setAdding(true)}>
      {icon("plus", 16)}
      {text.add}
    </button>
  );
  return (
    <section>
      <div class="section-head">
        <h2>{words.settings.sections.webhooks}</h2>
        {add}
      </div>
      <Loaded resource={list}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState sign="send" title={text.emptyTitle} text={text.emptyText} action={add} />
          ) : (
            <ul class="rows" role="list">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  changed={list.reload}
                  showLog={() => setShown(webhook)}
                  remove={() => setRemoving(webhook)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <WebhookDialog
          close={() => setAdding(false)}
          made={(webhook) => {
            setAdding(false);
            // A mailbox does not verify signatures.
            if (!isMailbox(webhook)) setMade(webhook);
            list.reload();
          }}
        />
      )}
      {made && (
        <Dialog title={text.made} close={() => setMade(undefined)}>
          <p class="dialog-text">{text.madeText}</p>
          <CopyField text={made.secret} label={text.secret} />
        </Dialog>
      )}
      {shown && <WebhookLog webhook={shown} close={() => setShown(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={() => setRemoving(undefined)}
          run={async () => {
            await api.send("DELETE", `webhooks/${encodeURIComponent(removing.id)}`);
            list.reload();
          }}
        />
      )}
    </section>
  );
}

const isMailbox = ({ url }: Webhook): boolean => url.startsWith("mailto:");

function WebhookRow({
  webhook,
  changed,
  showLog,
  remove,
}: {
  webhook: Webhook;
  changed: () => void;
  showLog: () => void;
  remove: () => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const { vocabulary, settings } = words;
  const text = settings.webhooks;
  const names = useAgentNames();
  const [said, setSaid] = useState("");
  const path = `webhooks/${encodeURIComponent(webhook.id)}`;
  const answerOf = (tested: Tested): string =>
    "error" in tested ? text.failed(tested.error) : text.answered(tested.status, tested.ms, tested.body);
  const run = (work: () => Promise<string>) => () => {
    setSaid(text.testing);
    work().then(setSaid, (thrown: unknown) => setSaid(problemText(asProblem(thrown), words)));
  };
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {showHidden(webhook.url)}
          {!webhook.enabled && <span class="badge warn">{text.off}</span>}
        </span>
        <span class="row-detail">
          {isMailbox(webhook) ? text.mail : text.formats[webhook.format]} ·{" "}
          {webhook.events.map((event) => vocabulary.webhookEvents[event]).join(", ")}
          {webhook.agents && ` · ${agentList(webhook.agents, names)}`}
          {webhook.text && ` · ${text.withText}`}
        </span>
        <p class="row-detail" role="status">
          {showHidden(said)}
        </p>
      </div>
      <div class="row-actions">
        <button
          type="button"
          class="button small"
          onClick={run(async () => answerOf(await api.send<Tested>("POST", `${path}/test`, { body: {} })))}
        >
          {text.test}
        </button>
        <button type="button" class="button small" onClick={showLog}>
          {text.log}
        </button>
        <button
          type="button"
          class="button small"
          onClick={run(async () => {
            const body = { enabled: !webhook.enabled };
            await api.send("PATCH", path, { body, revision: webhook.revision });
            changed();
            return "";
          })}
        >
          {webhook.enabled ? text.turnOff : text.turnOn}
        </button>
        <button type="button" class="button small" onClick={remove}>
          {text.remove}
        </button>
      </div>
    </li>
  );
}

const stateTones: Readonly<Record<Delivery["state"], string>> = {
  pending: "warn",
  delivered: "good",
  failed: "bad",
  refused: "bad",
};

/** A webhook's past and pending deliveries, and their results. */
function WebhookLog({ webhook, close }: { webhook: Webhook; close: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.webhooks;
  const path = `webhooks/${encodeURIComponent(webhook.id)}/deliveries`;
  const list = usePages<Delivery>(path, (page, signal) => api.get<Page<Delivery>>(path, { ...page }, signal));
  const [failure, setFailure] = useState("");
  const replay = (id: string) => {
    setFailure("");
    api.send("POST", `${path}/${encodeURIComponent(id)}/replay`, { body: {} }).then(
      () => list.reload(),
      (thrown: unknown) => setFailure(problemText(asProblem(thrown), words)),
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
                      <span class={`badge ${stateTones[delivery.state]}`}>{text.states[delivery.state]}</span>
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
