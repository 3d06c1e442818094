import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CannedAnswer } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { AgentsField } from "./agents-field.tsx";

/** Creates or edits a canned answer. */
export function CannedDialog({
  answer,
  close,
  saved,
}: {
  /** The one to change; `undefined` for a new one. */
  answer: CannedAnswer | undefined;
  close: () => void;
  saved: () => void;
}): JSX.Element {
  const { api, words, me } = useConsole();
  const text = words.settings.canned;
  const values = useRef({ name: answer?.name ?? "", text: answer?.text ?? "" }).current;
  const [agents, setAgents] = useState<readonly string[]>(answer?.agents ?? me.value?.agents ?? []);
  return (
    <Dialog title={answer ? text.changeTitle : text.create} close={close}>
      <Form
        submit={async () => {
          const body = { ...values, agents: agents.length > 0 ? agents : null };
          if (answer)
            await api.send("PATCH", `canned/${encodeURIComponent(answer.id)}`, {
              body,
              revision: answer.revision,
            });
          else await api.send("POST", "canned", { body });
          saved();
        }}
        action={words.common.save}
        cancel={close}
      >
        <InputField
          label={text.name}
          hint={text.nameHint}
          required
          maxLength={60}
          defaultValue={values.name}
          onText={(entered) => {
            values.name = entered;
          }}
        />
        <Field label={text.text}>
          {(tied) => (
            <textarea
              {...tied}
              required
              rows={6}
              dir="auto"
              maxLength={8_000}
              defaultValue={values.text}
              onInput={({ currentTarget }) => {
                values.text = currentTarget.value;
              }}
            />
          )}
        </Field>
        <AgentsField agents={agents} change={setAgents} />
      </Form>
    </Dialog>
  );
}
