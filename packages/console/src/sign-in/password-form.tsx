import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Form, InputField } from "../ui/form.tsx";

/** Minimum length of a password in UTF-16 units (contract/admin, `passwordLength`). */
const minLength = 12;

/** Sets the password of the person who is signed in; asks for the current one, if any. */
export function PasswordForm({ hasPassword, done }: { hasPassword: boolean; done: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const { signIn, settings } = words;
  const values = useRef({ current: "", password: "" }).current;
  return (
    <Form
      submit={async () => {
        if (values.password.length < minLength) throw new ApiProblem(signIn.passwordShort, { code: "short" });
        await api.send("PUT", "me/password", {
          body: { password: values.password, ...(hasPassword && { current: values.current }) },
        });
        done();
      }}
      action={words.common.save}
    >
      <UsernameField />
      {hasPassword && (
        <InputField
          label={settings.signIn.currentPassword}
          type="password"
          autocomplete="current-password"
          required
          onText={(entered) => {
            values.current = entered;
          }}
        />
      )}
      <InputField
        label={signIn.newPassword}
        hint={signIn.passwordHint}
        type="password"
        autocomplete="new-password"
        required
        maxLength={256}
        onText={(entered) => {
          values.password = entered;
        }}
      />
    </Form>
  );
}

/** Shows password managers whose password the form is about. Invisible to people. */
export function UsernameField(): JSX.Element {
  const { me } = useConsole();
  return (
    <input
      class="unseen"
      name="username"
      autocomplete="username"
      value={me.value?.name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
