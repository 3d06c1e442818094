import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import type { Confirmation } from "../app/confirmation.ts";
import { useConsole } from "../app/console-context.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { sayProblem } from "../ui/page.tsx";
import { canUsePasskeys, confirmByPasskey } from "./passkeys.ts";
import { UsernameField } from "./username-field.tsx";

/** Asks the person who is signed in to confirm their identity before they change who has access. */
export function ConfirmPerson({ confirmation }: { confirmation: Confirmation }): JSX.Element | null {
  const { me, words } = useConsole();
  const person = me.value;
  if (!confirmation.isAsked.value || !person) return null;
  const { confirm } = words.enter;
  const hasPasskey = person.passkeys > 0 && canUsePasskeys();
  const command = `servicechat console link --operator ${quoted(person.name)}`;
  return (
    <Dialog title={confirm.title} close={() => confirmation.end(false)}>
      <div class="dialog-text">
        <p>{hasPasskey || person.password ? confirm.text : confirm.textNone}</p>
      </div>
      {hasPasskey && <ByPasskey confirmed={() => confirmation.end(true)} />}
      {hasPasskey && person.password && (
        <p class="or">
          <span>{words.enter.or}</span>
        </p>
      )}
      {person.password && <ByPassword confirmed={() => confirmation.end(true)} />}
      {!hasPasskey && !person.password && <CopyField text={command} label={command} />}
    </Dialog>
  );
}

/** A name as one word of a shell, in which nothing means anything. */
function quoted(name: string): string {
  return /^[\w.@-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

function ByPasskey({ confirmed }: { confirmed: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  function confirm(): void {
    setSending(true);
    setFailure("");
    confirmByPasskey(api)
      .then(confirmed)
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        setFailure(problem.status === 0 ? words.enter.passkeyFailed : sayProblem(problem, words));
        setSending(false);
      });
  }
  return (
    <>
      <button type="button" class="button primary large" disabled={isSending} onClick={confirm}>
        {icon("passkey")}
        {words.enter.confirm.withPasskey}
      </button>
      {failure !== "" && (
        <p class="form-problem" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

function ByPassword({ confirmed }: { confirmed: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const password = useRef("");
  return (
    <Form
      action={words.enter.confirm.withPassword}
      submit={async () => {
        await api.send("POST", "me/confirm", { body: { password: password.current } });
        confirmed();
      }}
    >
      <UsernameField />
      <Field label={words.enter.password}>
        {(tied) => (
          <input
            {...tied}
            type="password"
            autocomplete="current-password"
            required
            onInput={({ currentTarget }) => {
              password.current = currentTarget.value;
            }}
          />
        )}
      </Field>
    </Form>
  );
}
