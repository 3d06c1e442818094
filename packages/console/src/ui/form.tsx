import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { sayProblem } from "./page.tsx";

/** A form that sends what is in it, and says below its fields why that failed. */
export function Form({
  submit,
  children,
  action,
  cancel,
}: {
  submit: () => Promise<void>;
  children: ComponentChildren;
  /** Label of the button that sends it. */
  action: string;
  /** Called by the button that gives it up; without it there is none. */
  cancel?: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        setSending(true);
        setFailure("");
        submit()
          .catch((thrown: unknown) => setFailure(sayProblem(asProblem(thrown), words)))
          .finally(() => setSending(false));
      }}
    >
      {children}
      {failure !== "" && (
        <p class="form-problem" role="alert">
          {failure}
        </p>
      )}
      <div class="form-actions">
        {cancel && (
          <button type="button" class="button" onClick={cancel}>
            {words.common.cancel}
          </button>
        )}
        <button type="submit" class="button primary" disabled={isSending}>
          {action}
        </button>
      </div>
    </form>
  );
}

/** A control with its label and a hint. */
export function Field({
  label,
  hint,
  optional,
  children,
}: {
  label: string;
  hint?: ComponentChildren;
  optional?: boolean;
  /** Draws the control with the attributes that tie it to label and hint. */
  children: (tied: { id: string; "aria-describedby": string | undefined }) => ComponentChildren;
}): JSX.Element {
  const { words } = useConsole();
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="optional"> {words.common.optional}</span>}
      </label>
      {children({ id, "aria-describedby": hint ? hintId : undefined })}
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
