import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { Form, InputField } from "../ui/form.tsx";
import { OwnFace } from "./face.tsx";

/** The name under which visitors see somebody's messages. */
export function ShownName(): JSX.Element {
  const { words, me } = useConsole();
  return (
    <section class="section shown-name">
      <div class="section-head">
        <h2>{words.settings.signIn.shownName}</h2>
      </div>
      <OwnFace />
      <NameForm initial={me.value?.displayName ?? me.value?.name ?? ""} />
    </section>
  );
}

function NameForm({ initial }: { initial: string }): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.settings.signIn;
  const [name, setName] = useState(initial);
  return (
    <Form
      action={words.common.save}
      submit={async () => {
        await api.send("PUT", "me/display-name", { body: { displayName: name } });
        if (me.value) me.value = { ...me.value, displayName: name.trim(), named: true };
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
  );
}
