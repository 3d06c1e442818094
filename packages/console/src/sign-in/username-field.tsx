import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";

/** Tells password managers whose password the form is about. It is invisible. */
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
