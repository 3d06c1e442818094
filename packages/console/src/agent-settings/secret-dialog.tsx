import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { PutSecret, Secret } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form, InputField } from "../ui/form.tsx";
import { useFileForm } from "./form-context.tsx";

/** Stores a key, with the only places that it may be sent to. Its value is nowhere in the file. */
export function SecretDialog({
  name,
  origins,
  close,
  stored,
}: {
  name: string;
  origins: readonly string[];
  close: () => void;
  /** Gets the name under which it was stored. */
  stored: (name: string) => void;
}): JSX.Element {
  const { api, toast } = useConsole();
  const { words } = useFileForm();
  const values = useRef({ name, value: "", origins: origins.join("\n") }).current;
  return (
    <Dialog title={words.keyTitle} close={close}>
      <Form
        submit={async () => {
          const body: PutSecret = {
            value: values.value.trim(),
            origins: values.origins.split(/[\s,]+/).filter((each) => each !== ""),
          };
          await api.send<Secret>("PUT", `secrets/${encodeURIComponent(values.name)}`, { body });
          toast.value = words.keySaved;
          stored(values.name);
        }}
        action={words.setKey}
        cancel={close}
      >
        <InputField
          label={words.keyName}
          hint={words.keyNameHint}
          required
          defaultValue={name}
          pattern="[A-Z][A-Z0-9_]*"
          maxLength={64}
          spellcheck={false}
          onText={(entered) => {
            values.name = entered;
          }}
        />
        <InputField
          label={words.keyValue}
          hint={words.keyValueHint}
          required
          type="password"
          autocomplete="off"
          maxLength={8192}
          onText={(entered) => {
            values.value = entered;
          }}
        />
        <Field label={words.keyOrigins} hint={words.keyOriginsHint}>
          {(tied) => (
            <textarea
              {...tied}
              rows={2}
              required
              spellcheck={false}
              defaultValue={values.origins}
              onInput={({ currentTarget }) => {
                values.origins = currentTarget.value;
              }}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
