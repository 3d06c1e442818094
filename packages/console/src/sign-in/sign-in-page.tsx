import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Me } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { Session } from "../app/session.ts";
import { commandLine } from "../ui/command-line.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Field } from "../ui/form.tsx";
import { icon, productLogo } from "../ui/icon.tsx";
import { problemText, useTitle } from "../ui/page.tsx";
import { canUsePasskeys, signInByPasskey } from "./passkeys.ts";

const command = commandLine("console link");

/** The sign-in page. It does not reveal whether an account exists. */
export function SignInPage({
  session,
  reason,
}: {
  session: Session;
  reason: "signed_out" | "ended" | "link_rejected";
}): JSX.Element {
  const { words } = useConsole();
  const { signIn } = words;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  useTitle(signIn.title);

  function attempt(request: () => Promise<Me>, otherwise?: string): void {
    setSending(true);
    setFailure("");
    request()
      .then((me) => session.enter(me, "other"))
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        if (problem.code === "sign_in_rejected") setFailure(otherwise ?? signIn.rejected);
        else if (problem.code === "too_many_attempts") setFailure(signIn.tooMany(problem.retryAfter ?? 1));
        else setFailure(otherwise && problem.status === 0 ? otherwise : problemText(problem, words));
      })
      .finally(() => setSending(false));
  }

  function signInByPassword(form: HTMLFormElement): void {
    const body = Object.fromEntries(new FormData(form));
    attempt(() => session.api.send<Me>("POST", "sign-in/password", { body }));
  }

  return (
    <main class="enter">
      <div class="enter-card">
        {productLogo(40)}
        <h1>{reason === "link_rejected" ? signIn.linkRejected : signIn.heading}</h1>
        {reason === "ended" && <p class="notice">{signIn.ended}</p>}
        {reason === "link_rejected" && (
          <div class="enter-link">
            <p>{signIn.linkRejectedText}</p>
            <CopyField text={command} label={command} />
          </div>
        )}
        {canUsePasskeys() && (
          <>
            <button
              type="button"
              class="button primary large"
              disabled={isSending}
              onClick={() => attempt(() => signInByPasskey(session.api), signIn.passkeyFailed)}
            >
              {icon("passkey")}
              {signIn.withPasskey}
            </button>
            <p class="or">
              <span>{signIn.or}</span>
            </p>
          </>
        )}
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            signInByPassword(event.currentTarget);
          }}
        >
          <Field label={signIn.name}>
            {(tied) => <input {...tied} name="name" autocomplete="username" required maxLength={100} />}
          </Field>
          <Field label={signIn.password}>
            {(tied) => (
              <input {...tied} name="password" type="password" autocomplete="current-password" required />
            )}
          </Field>
          {failure !== "" && (
            <p class="form-problem" role="alert">
              {failure}
            </p>
          )}
          <button type="submit" class="button large" disabled={isSending}>
            {isSending ? signIn.signingIn : signIn.withPassword}
          </button>
        </form>
        {reason !== "link_rejected" && (
          <div class="enter-link">
            <p>{signIn.linkHint}</p>
            <CopyField text={command} label={command} />
          </div>
        )}
      </div>
    </main>
  );
}
