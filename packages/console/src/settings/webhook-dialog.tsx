import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  webhookEvents,
  webhookFormats,
  type AgentItem,
  type NewWebhook,
  type Page,
  type WebhookEventName,
  type WebhookFormatName,
} from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";
import { useResource } from "../ui/use-resource.ts";

/** What somebody who waits needs, which is what most people want to hear of. */
const usual: readonly WebhookEventName[] = ["chat.waiting"];

/** Adds a webhook. */
export function WebhookDialog({
  close,
  made,
}: {
  close: () => void;
  made: (webhook: NewWebhook) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.webhooks;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  ).value;
  const url = useRef("");
  const [format, setFormat] = useState<WebhookFormatName>("standard");
  const [events, setEvents] = useState<readonly WebhookEventName[]>(usual);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [withText, setWithText] = useState(false);
  return (
    <Dialog title={text.add} close={close}>
      <Form
        submit={async () => {
          const body = {
            url: url.current,
            format,
            events,
            text: withText,
            agents: chosen.length > 0 ? chosen : null,
          };
          made(await api.send<NewWebhook>("POST", "webhooks", { body }));
        }}
        action={text.addAction}
        cancel={close}
      >
        <Field label={text.url} hint={text.urlHint}>
          {(tied) => (
            <input
              {...tied}
              type="url"
              required
              maxLength={2_000}
              onInput={({ currentTarget }) => {
                url.current = currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={text.format}>
          {(tied) => (
            <select
              {...tied}
              value={format}
              onChange={({ currentTarget }) => setFormat(currentTarget.value as WebhookFormatName)}
            >
              {webhookFormats.map((each) => (
                <option key={each} value={each}>
                  {text.formats[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Choices
          legend={text.events}
          choices={webhookEvents.map((id) => ({ id, label: words.vocabulary.webhookEvents[id] }))}
          chosen={events}
          change={setEvents}
        />
        {agents && agents.items.length > 0 && (
          <Choices
            legend={words.settings.people.agents}
            hint={words.settings.people.agentsHint}
            choices={agents.items.map(({ id, name }) => ({ id, label: name }))}
            chosen={chosen}
            change={setChosen}
          />
        )}
        <label class="check">
          <input type="checkbox" checked={withText} onChange={() => setWithText(!withText)} />
          <span>{text.sendText}</span>
        </label>
      </Form>
    </Dialog>
  );
}

function Choices<Id extends string>({
  legend,
  hint,
  choices,
  chosen,
  change,
}: {
  legend: string;
  hint?: string;
  choices: readonly { readonly id: Id; readonly label: string }[];
  chosen: readonly Id[];
  change: (chosen: readonly Id[]) => void;
}): JSX.Element {
  return (
    <fieldset class="field">
      <legend class="legend">{legend}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              change(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
            }
          />
          <span>{label}</span>
        </label>
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
