import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { Session } from "../app/session.ts";
import { icon, productLogo } from "../ui/icon.tsx";
import { problemText, useTitle } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { PasswordForm } from "./password-form.tsx";
import { canUsePasskeys, createPasskey } from "./passkeys.ts";

/** Offers a passkey or a password to somebody who has signed in with a link, which works only once. */
export function SettleIn({ session }: { session: Session }): JSX.Element {
  const { words, me, toast } = useConsole();
  const { signIn } = words;
  const canPasskey = canUsePasskeys();
  const [wantsPassword, setWantsPassword] = useState(!canPasskey);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  useTitle(signIn.title);

  function finish(said: string, changes: { password?: boolean; passkeys?: number }): void {
    if (me.value) me.value = { ...me.value, ...changes };
    toast.value = said;
    session.settle();
  }
  function makePasskey(): void {
    setSending(true);
    setFailure("");
    createPasskey(session.api)
      .then(() => finish(signIn.passkeyCreated, { passkeys: 1 }))
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        setFailure(problem.status === 0 ? signIn.passkeyFailed : problemText(problem, words));
      })
      .finally(() => setSending(false));
  }

  return (
    <main class="enter">
      <div class="enter-card">
        {productLogo(40)}
        <p class="enter-who">{signIn.welcome(showHidden(me.value?.name ?? ""))}</p>
        <h1>{signIn.secureHeading}</h1>
        <p class="enter-text">{canPasskey ? signIn.secureText : signIn.passwordText}</p>
        {canPasskey && (
          <button type="button" class="button primary large" disabled={isSending} onClick={makePasskey}>
            {icon("passkey")}
            {signIn.createPasskey}
          </button>
        )}
        {failure !== "" && (
          <p class="form-problem" role="alert">
            {failure}
          </p>
        )}
        {wantsPassword ? (
          <PasswordForm hasPassword={false} done={() => finish(signIn.passwordSet, { password: true })} />
        ) : (
          <button type="button" class="button large" onClick={() => setWantsPassword(true)}>
            {signIn.setPassword}
          </button>
        )}
        <button type="button" class="button quiet" onClick={session.settle}>
          {signIn.later}
        </button>
      </div>
    </main>
  );
}
