import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { NewWebhook, Page, Tested, Webhook } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, sayProblem } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { usePages } from "../ui/use-resource.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookLog } from "./webhook-log.tsx";

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

  return (
    <section>
      <div class="section-head">
        <h2>{words.settings.sections.webhooks}</h2>
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          {icon("plus", 16)}
          {text.add}
        </button>
      </div>
      <Loaded resource={list}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState sign="send" title={text.emptyTitle} text={text.emptyText} />
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
  const [said, setSaid] = useState("");
  const path = `webhooks/${encodeURIComponent(webhook.id)}`;
  const answerOf = (tested: Tested): string =>
    "error" in tested ? text.failed(tested.error) : text.answered(tested.status, tested.ms, tested.body);
  const run = (work: () => Promise<string>) => () => {
    setSaid(text.testing);
    work().then(setSaid, (thrown: unknown) => setSaid(sayProblem(asProblem(thrown), words)));
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
          {webhook.agents && ` · ${webhook.agents.join(", ")}`}
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
