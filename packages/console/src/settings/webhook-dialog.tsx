import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  webhookEvents,
  webhookFormats,
  type NewWebhook,
  type WebhookEventName,
  type WebhookFormatName,
} from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Choices, Field, Form, InputField } from "../ui/form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { AgentsField } from "./access-fields.tsx";

/** The event that most people need: a visitor is waiting. */
const usual: readonly WebhookEventName[] = ["chat.waiting"];

/** Adds a webhook. */
export function WebhookDialog({
  close,
  made,
  chosen = usual,
}: {
  close: () => void;
  /** The events that are selected at first. */
  chosen?: readonly WebhookEventName[];
  made: (webhook: NewWebhook) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.webhooks;
  const url = useRef("");
  const [format, setFormat] = useState<WebhookFormatName>("standard");
  const [events, setEvents] = useState<readonly WebhookEventName[]>(chosen);
  const [agents, setAgents] = useState<readonly string[]>([]);
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
            agents: agents.length > 0 ? agents : null,
          };
          made(await api.send<NewWebhook>("POST", "webhooks", { body }));
        }}
        action={text.addAction}
        cancel={close}
      >
        <InputField
          label={text.url}
          hint={text.urlHint}
          type="url"
          required
          maxLength={2_000}
          onText={(entered) => {
            url.current = entered;
          }}
        />
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
        <AgentsField agents={agents} change={setAgents} />
        <label class="check">
          <input type="checkbox" checked={withText} onChange={() => setWithText(!withText)} />
          <span>{text.sendText}</span>
        </label>
      </Form>
    </Dialog>
  );
}
