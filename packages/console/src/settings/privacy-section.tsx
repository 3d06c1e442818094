import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole, useMay } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Field } from "../ui/form.tsx";

/** What is kept, and how all chats of a visitor are erased. */
export function PrivacySection(): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.settings.privacy;
  const mayErase = useMay("owner");
  const [user, setUser] = useState("");
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      <section class="section">
        <div class="section-head">
          <h2>{text.keptTitle}</h2>
        </div>
        <ul class="plain-list">
          {text.kept.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </section>
      {mayErase && (
        <section class="section">
          <div class="section-head">
            <h2>{text.eraseTitle}</h2>
          </div>
          <p class="section-text">{text.eraseText}</p>
          <form
            class="inline-form"
            onSubmit={(event) => {
              event.preventDefault();
              setErasing(true);
            }}
          >
            <Field label={text.user}>
              {(tied) => (
                <input
                  {...tied}
                  required
                  maxLength={200}
                  value={user}
                  onInput={({ currentTarget }) => setUser(currentTarget.value)}
                />
              )}
            </Field>
            <button type="submit" class="button">
              {text.erase}
            </button>
          </form>
        </section>
      )}
      {isErasing && (
        <ConfirmDialog
          title={text.confirmTitle(user)}
          text={<p>{text.confirmText}</p>}
          action={text.erase}
          close={() => setErasing(false)}
          run={async () => {
            const path = `users/${encodeURIComponent(user)}/chats`;
            const { erased } = await api.send<{ erased: number }>("DELETE", path);
            toast.value = text.erased(erased);
            setUser("");
          }}
        />
      )}
    </>
  );
}
