import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole, useMay } from "../app/console-context.ts";
import { Form, InputField } from "../ui/form.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** The name under which visitors see somebody's messages. */
export function ShownName(): JSX.Element {
  const { words, me } = useConsole();
  return (
    <section class="section shown-name">
      <div class="section-head">
        <h2>{words.settings.signIn.shownName}</h2>
      </div>
      <NameForm initial={me.value?.displayName ?? me.value?.name ?? ""} />
    </section>
  );
}

/** The name of the first owner, who was not asked for one. */
export const unnamed = "owner";

/** Asks for that name as long as visitors would be talking to "owner". */
export function AskShownName(): JSX.Element | null {
  const { words, me } = useConsole();
  const mayAnswer = useMay("responder");
  if (!mayAnswer || !me.value || me.value.displayName !== unnamed) return null;
  const text = words.settings.signIn;
  return (
    <section class="ask-name" aria-label={text.shownName}>
      <h2>{text.askName}</h2>
      <p class="muted">{text.askNameText(showHidden(me.value.name))}</p>
      <NameForm initial="" />
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
  );
}
