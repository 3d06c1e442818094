import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { Form } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";

/** The name under which visitors see somebody's messages. */
export function ShownName(): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.settings.signIn;
  const [name, setName] = useState(me.value?.displayName ?? me.value?.name ?? "");
  return (
    <section class="section shown-name">
      <div class="section-head">
        <h2>{text.shownName}</h2>
      </div>
      <Form
        action={words.common.save}
        submit={async () => {
          await api.send("PUT", "me/display-name", { body: { displayName: name } });
          if (me.value) me.value = { ...me.value, displayName: name.trim() };
          toast.value = words.common.saved;
        }}
      >
        <InputField
          label={text.shownNameField}
          hint={text.shownNameHint}
          value={name}
          required
          maxLength={60}
          onText={setName}
        />
      </Form>
    </section>
  );
}
