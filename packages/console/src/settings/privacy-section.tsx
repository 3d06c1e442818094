import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole, useMay } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { InputField } from "../ui/form.tsx";

/** How long data is kept, and a way to erase all chats of a visitor. */
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
            <InputField label={text.user} required maxLength={200} value={user} onText={setUser} />
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
