import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { ApiProblem } from "../api/api-problem.ts";
import { Field, Form } from "../ui/form.tsx";
import { UsernameField } from "./username-field.tsx";

/** Fewest UTF-16 units of a password (contract/admin, `passwordLength`). */
const minLength = 12;

/** Sets the password of who is signed in; the present one is asked for where there is one. */
export function PasswordForm({ hasPassword, done }: { hasPassword: boolean; done: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const { enter, settings } = words;
  const values = useRef({ current: "", password: "" }).current;
  return (
    <Form
      submit={async () => {
        if (values.password.length < minLength) throw new ApiProblem(enter.passwordShort, { code: "short" });
        await api.send("PUT", "me/password", {
          body: { password: values.password, ...(hasPassword && { current: values.current }) },
        });
        done();
      }}
      action={words.common.save}
    >
      <UsernameField />
      {hasPassword && (
        <Field label={settings.signIn.currentPassword}>
          {(tied) => (
            <input
              {...tied}
              type="password"
              autocomplete="current-password"
              required
              onInput={({ currentTarget }) => {
                values.current = currentTarget.value;
              }}
            />
          )}
        </Field>
      )}
      <Field label={enter.newPassword} hint={enter.passwordHint}>
        {(tied) => (
          <input
            {...tied}
            type="password"
            autocomplete="new-password"
            required
            maxLength={256}
            onInput={({ currentTarget }) => {
              values.password = currentTarget.value;
            }}
          />
        )}
      </Field>
    </Form>
  );
}
