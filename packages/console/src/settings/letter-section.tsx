import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  letterDays,
  type Letter,
  type LetterDay,
  type Page,
  type Webhook,
} from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Field, Form, InputField } from "../ui/form.tsx";
import { Loaded, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** When the weekly letter is sent, and to whom. */
export function LetterSection(): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.letter;
  const letter = useResource("letter", (signal) => api.get<Letter>("letter", {}, signal));
  const webhooks = useResource("webhooks", (signal) =>
    api.get<Page<Webhook>>("webhooks", { limit: 200 }, signal),
  );
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState("");
  const send = (): void => {
    api
      .send<{ sent: number }>("POST", "letter/send", { body: {} })
      .then(({ sent }) => setSaid(text.sent(sent)))
      .catch((thrown: unknown) => setSaid(problemText(asProblem(thrown), words)));
  };
  return (
    <section>
      <div class="section-head">
        <h2>{words.settings.sections.letter}</h2>
        <button type="button" class="button" onClick={send}>
          {text.sendNow}
        </button>
      </div>
      <p class="section-text">{text.about}</p>
      <p class="section-text" role="status">
        {showHidden(said)}
      </p>
      <div class="section">
        <Loaded resource={letter}>
          {(value) => <LetterForm key={value.revision} letter={value} saved={letter.replace} />}
        </Loaded>
      </div>
      <div class="section-head">
        <h3>{text.receivers}</h3>
        <button type="button" class="button" onClick={() => setAdding(true)}>
          {text.add}
        </button>
      </div>
      <Loaded resource={webhooks}>{({ items }) => <Receivers webhooks={items} />}</Loaded>
      {isAdding && (
        <WebhookDialog
          chosen={["week.ended"]}
          close={() => setAdding(false)}
          made={() => {
            setAdding(false);
            webhooks.reload();
          }}
        />
      )}
    </section>
  );
}

function Receivers({ webhooks }: { webhooks: readonly Webhook[] }): JSX.Element {
  const { words } = useConsole();
  const receivers = webhooks.filter(({ enabled, events }) => enabled && events.includes("week.ended"));
  if (receivers.length === 0) return <p class="section-text">{words.settings.letter.nobody}</p>;
  return (
    <ul class="rows" role="list">
      {receivers.map(({ id, url }) => (
        <li key={id} class="row">
          <span class="row-title">{showHidden(url)}</span>
        </li>
      ))}
    </ul>
  );
}

function LetterForm({ letter, saved }: { letter: Letter; saved: (letter: Letter) => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.settings.letter;
  const { revision, ...before } = letter;
  const values = useRef(before).current;
  return (
    <Form
      action={words.common.save}
      submit={async () => {
        saved(await api.send<Letter>("PATCH", "letter", { body: values, revision }));
        toast.value = text.saved;
      }}
    >
      <label class="check">
        <input
          type="checkbox"
          defaultChecked={values.enabled}
          onChange={({ currentTarget }) => {
            values.enabled = currentTarget.checked;
          }}
        />
        <span>{text.enabled}</span>
      </label>
      <div class="field-row">
        <Field label={text.day}>
          {(tied) => (
            <select
              {...tied}
              defaultValue={values.day}
              onChange={({ currentTarget }) => {
                values.day = currentTarget.value as LetterDay;
              }}
            >
              {letterDays.map((day) => (
                <option key={day} value={day} selected={day === values.day}>
                  {text.days[day]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <InputField
          label={text.hour}
          type="number"
          required
          min={0}
          max={23}
          defaultValue={String(values.hour)}
          onText={(entered) => {
            values.hour = Number(entered);
          }}
        />
        <InputField
          label={text.zone}
          hint={text.zoneHint}
          required
          maxLength={100}
          defaultValue={values.zone}
          onText={(entered) => {
            values.zone = entered;
          }}
        />
      </div>
    </Form>
  );
}
