import type { InputHTMLAttributes, JSX } from "preact";
import { Field, type FieldProps } from "./form.tsx";

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
