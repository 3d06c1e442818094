import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { signal, type ReadonlySignal } from "@preact/signals";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { commandLine, quoted } from "../ui/command-line.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { canUsePasskeys, confirmByPasskey } from "./passkeys.ts";
import { UsernameField } from "./password-form.tsx";

/** Asks the person who is signed in to confirm their identity before they change who has access. */
export function ConfirmPerson({ confirmation }: { confirmation: Confirmation }): JSX.Element | null {
  const { me, words } = useConsole();
  const person = me.value;
  if (!confirmation.isAsked.value || !person) return null;
  const { confirm } = words.signIn;
  const hasPasskey = person.passkeys > 0 && canUsePasskeys();
  const command = commandLine(`console link --operator ${quoted(person.name)}`);
  return (
    <Dialog title={confirm.title} close={() => confirmation.end(false)}>
      <div class="dialog-text">
        <p>{hasPasskey || person.password ? confirm.text : confirm.textNone}</p>
      </div>
      {hasPasskey && <ByPasskey confirmed={() => confirmation.end(true)} />}
      {hasPasskey && person.password && (
        <p class="or">
          <span>{words.signIn.or}</span>
        </p>
      )}
      {person.password && <ByPassword confirmed={() => confirmation.end(true)} />}
      {!hasPasskey && !person.password && <CopyField text={command} label={command} />}
    </Dialog>
  );
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
        setFailure(problem.status === 0 ? words.signIn.passkeyFailed : problemText(problem, words));
        setSending(false);
      });
  }
  return (
    <>
      <button type="button" class="button primary large" disabled={isSending} onClick={confirm}>
        {icon("passkey")}
        {words.signIn.confirm.withPasskey}
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
      action={words.signIn.confirm.withPassword}
      submit={async () => {
        await api.send("POST", "me/confirm", { body: { password: password.current } });
        confirmed();
      }}
    >
      <UsernameField />
      <InputField
        label={words.signIn.password}
        type="password"
        autocomplete="current-password"
        required
        onText={(entered) => {
          password.current = entered;
        }}
      />
    </Form>
  );
}

/** Whether the person who is signed in is being asked to confirm their identity. */
export interface Confirmation {
  readonly isAsked: ReadonlySignal<boolean>;
  /** Asks; everyone who is waiting gets the same answer. */
  readonly ask: () => Promise<boolean>;
  /** Ends the request: confirmed or cancelled. */
  readonly end: (isConfirmed: boolean) => void;
}

/** Connects those who need confirmation with the dialog that asks. */
export function createConfirmation(): Confirmation {
  const isAsked = signal(false);
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  return {
    isAsked,
    ask() {
      isAsked.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    end(isConfirmed) {
      const answered = waiting;
      waiting = [];
      isAsked.value = false;
      for (const resolve of answered) resolve(isConfirmed);
    },
  };
}
