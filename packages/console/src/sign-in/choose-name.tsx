import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { firstOwner, type Session } from "../app/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { useTitle } from "../ui/page.tsx";

/** Asks for the name that visitors see, before anything else. */
export function ChooseName({ session }: { session: Session }): JSX.Element {
  const { words, me } = useConsole();
  const { signIn } = words;
  const known = me.value?.name ?? "";
  const [name, setName] = useState(known === firstOwner ? "" : known);
  useTitle(signIn.nameHeading);
  return (
    <main class="enter">
      <div class="enter-card choose-name">
        <Avatar name={name.trim() || undefined} />
        <h1>{signIn.nameHeading}</h1>
        <p class="enter-text">{signIn.nameText}</p>
        <Form
          action={signIn.nameAction}
          submit={async () => {
            const displayName = name.trim();
            await session.api.send("PUT", "me/display-name", { body: { displayName } });
            session.named(displayName);
          }}
        >
          <InputField
            label={signIn.nameField}
            hint={signIn.nameHint}
            autocomplete="name"
            autofocus
            required
            maxLength={60}
            value={name}
            onText={setName}
          />
        </Form>
      </div>
    </main>
  );
}
