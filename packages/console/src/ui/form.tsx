import type { ComponentChildren, InputHTMLAttributes, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { problemText } from "./page.tsx";

/** A form with a submit button, and the reason for a failure below its fields. */
export function Form({
  submit,
  children,
  action,
  cancel,
}: {
  submit: () => Promise<void>;
  children: ComponentChildren;
  /** Label of the submit button. */
  action: string;
  /** Called by the cancel button; without it there is none. */
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
          .catch((thrown: unknown) => setFailure(problemText(asProblem(thrown), words)))
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

/** What a field shows. */
export interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  optional?: boolean | undefined;
  /** Renders the control with the attributes that connect it to label and hint. */
  children: (tied: { id: string; "aria-describedby": string | undefined }) => ComponentChildren;
}

/** A control with its label and a hint. */
export function Field({ label, hint, optional, children }: FieldProps): JSX.Element {
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

type InputFieldProps = Omit<FieldProps, "children"> &
  InputHTMLAttributes<HTMLInputElement> & {
    /** Called with the whole text after each change. */
    onText: (text: string) => void;
  };

/** An input for text with its label and a hint, and with any attributes of an input. */
export function InputField({ label, hint, optional, onText, ...attributes }: InputFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint} optional={optional}>
      {(tied) => (
        <input {...tied} {...attributes} onInput={({ currentTarget }) => onText(currentTarget.value)} />
      )}
    </Field>
  );
}

/** Several items of a list, each with a checkbox. */
export function Choices<Id extends string>({
  legend,
  hint,
  choices,
  chosen,
  change,
}: {
  legend: string;
  hint?: string;
  choices: readonly { readonly id: Id; readonly label: string }[];
  chosen: readonly Id[];
  change: (chosen: readonly Id[]) => void;
}): JSX.Element {
  return (
    <fieldset class="field">
      <legend class="legend">{legend}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              change(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
            }
          />
          <span>{label}</span>
        </label>
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
