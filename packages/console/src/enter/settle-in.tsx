import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { Session } from "../app/session.ts";
import { icon, productLogo } from "../ui/icon.tsx";
import { sayProblem, useTitle } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { PasswordForm } from "./password-form.tsx";
import { canUsePasskeys, createPasskey } from "./passkeys.ts";

/** Offers a passkey or a password to somebody whom a link has let in, which works only once. */
export function SettleIn({ session }: { session: Session }): JSX.Element {
  const { words, me, toast } = useConsole();
  const { enter } = words;
  const canPasskey = canUsePasskeys();
  const [wantsPassword, setWantsPassword] = useState(!canPasskey);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  useTitle(enter.title);

  function finish(said: string, changes: { password?: boolean; passkeys?: number }): void {
    if (me.value) me.value = { ...me.value, ...changes };
    toast.value = said;
    session.settle();
  }
  function makePasskey(): void {
    setSending(true);
    setFailure("");
    createPasskey(session.api)
      .then(() => finish(enter.passkeyCreated, { passkeys: 1 }))
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        setFailure(problem.status === 0 ? enter.passkeyFailed : sayProblem(problem, words));
      })
      .finally(() => setSending(false));
  }

  return (
    <main class="enter">
      <div class="enter-card">
        {productLogo(40)}
        <p class="enter-who">{enter.welcome(showHidden(me.value?.name ?? ""))}</p>
        <h1>{enter.secureHeading}</h1>
        <p class="enter-text">{canPasskey ? enter.secureText : enter.passwordText}</p>
        {canPasskey && (
          <button type="button" class="button primary large" disabled={isSending} onClick={makePasskey}>
            {icon("passkey")}
            {enter.createPasskey}
          </button>
        )}
        {failure !== "" && (
          <p class="form-problem" role="alert">
            {failure}
          </p>
        )}
        {wantsPassword ? (
          <PasswordForm hasPassword={false} done={() => finish(enter.passwordSet, { password: true })} />
        ) : (
          <button type="button" class="button large" onClick={() => setWantsPassword(true)}>
            {enter.setPassword}
          </button>
        )}
        <button type="button" class="button quiet" onClick={session.settle}>
          {enter.later}
        </button>
      </div>
    </main>
  );
}
