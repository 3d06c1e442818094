import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Me } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { Session } from "../app/session.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Field } from "../ui/form.tsx";
import { icon, productLogo } from "../ui/icon.tsx";
import { sayProblem, useTitle } from "../ui/page.tsx";
import { canUsePasskeys, signInByPasskey } from "./passkeys.ts";

const command = "servicechat console link";

/** Lets people in. It says nothing of whether an account exists. */
export function EnterPage({
  session,
  reason,
}: {
  session: Session;
  reason: "signed_out" | "ended" | "link_rejected";
}): JSX.Element {
  const { words } = useConsole();
  const { enter } = words;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  useTitle(enter.title);

  function attempt(signIn: () => Promise<Me>, otherwise?: string): void {
    setSending(true);
    setFailure("");
    signIn()
      .then((me) => session.enter(me, "other"))
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        if (problem.code === "sign_in_rejected") setFailure(otherwise ?? enter.rejected);
        else if (problem.code === "too_many_attempts") setFailure(enter.tooMany(problem.retryAfter ?? 1));
        else setFailure(otherwise && problem.status === 0 ? otherwise : sayProblem(problem, words));
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
        <h1>{reason === "link_rejected" ? enter.linkRejected : enter.heading}</h1>
        {reason === "ended" && <p class="notice">{enter.ended}</p>}
        {reason === "link_rejected" && (
          <div class="enter-link">
            <p>{enter.linkRejectedText}</p>
            <CopyField text={command} label={command} />
          </div>
        )}
        {canUsePasskeys() && (
          <>
            <button
              type="button"
              class="button primary large"
              disabled={isSending}
              onClick={() => attempt(() => signInByPasskey(session.api), enter.passkeyFailed)}
            >
              {icon("passkey")}
              {enter.withPasskey}
            </button>
            <p class="or">
              <span>{enter.or}</span>
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
          <Field label={enter.name}>
            {(tied) => <input {...tied} name="name" autocomplete="username" required maxLength={100} />}
          </Field>
          <Field label={enter.password}>
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
            {isSending ? enter.signingIn : enter.withPassword}
          </button>
        </form>
        {reason !== "link_rejected" && (
          <div class="enter-link">
            <p>{enter.linkHint}</p>
            <CopyField text={command} label={command} />
          </div>
        )}
      </div>
    </main>
  );
}
