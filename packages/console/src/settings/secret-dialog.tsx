import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PutSecret, Secret } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form, InputField } from "../ui/form.tsx";
import { AgentsField } from "./access-fields.tsx";

/** Stores a secret, or replaces one whole: its value cannot be read, so it is asked for again. */
export function SecretDialog({
  secret,
  name = "",
  origins = [],
  close,
  stored,
}: {
  /** The one to replace. */
  secret?: Secret | undefined;
  /** Suggestions for a new one. */
  name?: string;
  origins?: readonly string[];
  close: () => void;
  /** Gets the name under which it was stored. */
  stored: (name: string) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.secrets;
  const before = (secret?.origins ?? origins).join("\n");
  const values = useRef({ name: secret?.name ?? name, value: "", origins: before }).current;
  const [agents, setAgents] = useState<readonly string[]>(secret?.agents ?? []);
  return (
    <Dialog title={secret ? text.replaceTitle(secret.name) : text.add} close={close}>
      <Form
        submit={async () => {
          const body: PutSecret = {
            value: values.value.trim(),
            origins: values.origins.split(/[\s,]+/).filter((each) => each !== ""),
            agents: agents.length > 0 ? [...agents] : null,
          };
          await api.send<Secret>("PUT", `secrets/${encodeURIComponent(values.name)}`, { body });
          stored(values.name);
        }}
        action={text.save}
        cancel={close}
      >
        {!secret && (
          <InputField
            label={text.name}
            hint={text.nameHint}
            required
            defaultValue={name}
            pattern="[A-Z][A-Z0-9_]*"
            maxLength={64}
            spellcheck={false}
            autocomplete="off"
            onText={(entered) => {
              values.name = entered;
            }}
          />
        )}
        <InputField
          label={text.value}
          hint={text.valueHint}
          required
          type="password"
          autocomplete="off"
          maxLength={8_192}
          onText={(entered) => {
            values.value = entered;
          }}
        />
        <Field label={text.origins} hint={text.originsHint}>
          {(tied) => (
            <textarea
              {...tied}
              rows={2}
              required
              spellcheck={false}
              defaultValue={before}
              onInput={({ currentTarget }) => {
                values.origins = currentTarget.value;
              }}
            />
          )}
        </Field>
        <AgentsField agents={agents} change={setAgents} />
      </Form>
    </Dialog>
  );
}
