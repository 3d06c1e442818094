import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { AgentItem, Key, NewKey, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form, InputField } from "../ui/form.tsx";
import { Loaded } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";

/** Creates a key. */
export function CreateKeyDialog({
  close,
  made,
}: {
  close: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.keys;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  );
  const values = useRef<KeyValues>({ name: "", sites: "", rate: "" }).current;
  const [agent, setAgent] = useState("");
  const [isServerSide, setServerSide] = useState(false);

  return (
    <Dialog title={text.createTitle} close={close}>
      <Loaded resource={agents}>
        {({ items }) => (
          <Form
            submit={async () => {
              const body = {
                ...bodyOf(values),
                agent: agent || items[0]?.id,
                ...(isServerSide && { serverSide: true }),
              };
              made(await api.send<NewKey>("POST", "keys", { body }));
            }}
            action={text.createAction}
            cancel={close}
          >
            <Field label={text.agent}>
              {(tied) => (
                <select
                  {...tied}
                  required
                  value={agent || items[0]?.id}
                  onChange={({ currentTarget }) => setAgent(currentTarget.value)}
                >
                  {items.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <KeyFields values={values} />
            <label class="check">
              <input
                type="checkbox"
                checked={isServerSide}
                onChange={({ currentTarget }) => setServerSide(currentTarget.checked)}
              />
              <span>
                {text.serverSide}
                <br />
                <small class="hint">{text.serverSideHint}</small>
              </span>
            </label>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}

/** A key that has just been created: the service does not show it again. */
export function NewKeyDialog({ made, close }: { made: NewKey; close: () => void }): JSX.Element {
  const { words } = useConsole();
  const text = words.keys;
  return (
    <Dialog title={text.made} close={close}>
      <p class="dialog-text">{text.madeText}</p>
      <h3>{text.tag}</h3>
      <CopyField text={made.tag} label={text.tag} />
      <h3>{text.key}</h3>
      <CopyField text={made.key} label={text.key} />
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={close}>
          {words.common.done}
        </button>
      </footer>
    </Dialog>
  );
}

/** Changes the settings of a key. */
export function EditKeyDialog({
  item,
  close,
  changed,
}: {
  item: Key;
  close: () => void;
  changed: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.keys;
  const values = useRef<KeyValues>({
    name: item.name ?? "",
    sites: item.allowed.join("\n"),
    rate: String(item.rateLimit),
  }).current;
  return (
    <Dialog title={text.editTitle} close={close}>
      <Form
        submit={async () => {
          await api.send<Key>("PATCH", `keys/${encodeURIComponent(item.id)}`, {
            body: bodyOf(values),
            revision: item.revision,
          });
          toast.value = text.changed;
          close();
          changed();
        }}
        action={words.common.save}
        cancel={close}
      >
        <KeyFields values={values} />
      </Form>
    </Dialog>
  );
}

/** Creates a second key with the same settings to replace the first. */
export function RotateKeyDialog({
  item,
  close,
  made,
}: {
  item: Key;
  close: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.keys;
  const hours = useRef(24);
  return (
    <Dialog title={text.rotateTitle} close={close}>
      <p class="dialog-text">{text.rotateText}</p>
      <Form
        submit={async () => {
          const path = `keys/${encodeURIComponent(item.id)}/rotate`;
          made(await api.send<NewKey>("POST", path, { body: { overlapHours: hours.current } }));
        }}
        action={text.rotateAction}
        cancel={close}
      >
        <InputField
          label={text.overlap}
          type="number"
          min={0}
          max={720}
          defaultValue="24"
          onText={(entered) => {
            hours.current = Number(entered);
          }}
        />
      </Form>
    </Dialog>
  );
}

/** The settings of a key, as form values. */
interface KeyValues {
  name: string;
  /** One site per line. */
  sites: string;
  /** Empty: the default. */
  rate: string;
}

/** The settings of a key that can be changed later. Writes into `values`. */
function KeyFields({ values }: { values: KeyValues }): JSX.Element {
  const text = useConsole().words.keys;
  return (
    <>
      <InputField
        label={text.name}
        hint={text.nameHint}
        optional
        defaultValue={values.name}
        maxLength={100}
        onText={(entered) => {
          values.name = entered;
        }}
      />
      <Field label={text.sites} hint={text.sitesHint}>
        {(tied) => (
          <textarea
            {...tied}
            rows={4}
            spellcheck={false}
            defaultValue={values.sites}
            onInput={({ currentTarget }) => {
              values.sites = currentTarget.value;
            }}
          />
        )}
      </Field>
      <InputField
        label={text.rate}
        hint={text.rateHint}
        optional
        type="number"
        min={1}
        max={1_000_000}
        defaultValue={values.rate}
        onText={(entered) => {
          values.rate = entered;
        }}
      />
    </>
  );
}

/** The settings in the API's format. */
function bodyOf({ name, sites, rate }: KeyValues): Record<string, unknown> {
  return {
    name: name.trim(),
    allowed: sites.split(/\s+/u).filter((site) => site !== ""),
    ...(rate !== "" && { rateLimit: Number(rate) }),
  };
}
