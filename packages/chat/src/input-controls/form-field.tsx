import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { Entered } from "./check-field.ts";
import type { Field } from "../actions/offers.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

interface FieldProps {
  readonly field: Field;
  readonly entered: Entered;
  /** What is wrong with it, once that should be shown. */
  readonly issue: string | undefined;
  readonly onEnter: (value: Entered) => void;
}

/** One field with its name, its description, and what is wrong with it. */
export function FormField(props: FieldProps): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  const id = useId();
  const { field, issue } = props;
  const title = cleanText(field.title);
  const described = [field.description && `${id}-about`, issue !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  const control = <Control {...props} id={id} described={described || undefined} />;
  const about = field.description && (
    <small id={`${id}-about`} dir="auto">
      {cleanText(field.description)}
    </small>
  );
  return (
    <div class="form-field">
      {field.kind === "tick" ? (
        <label class="option">
          {control}
          <span class="tick">{icon("check", 13)}</span>
          <span class="option-words" dir="auto">
            {title}
            {about}
          </span>
        </label>
      ) : (
        <>
          <label for={id} dir="auto">
            {title}
            {!field.isRequired && <span class="optional"> {words.optional}</span>}
          </label>
          {about}
          {control}
        </>
      )}
      {issue !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {issue}
        </p>
      )}
    </div>
  );
}

function Control({
  field,
  entered,
  issue,
  onEnter,
  id,
  described,
}: FieldProps & { id: string; described: string | undefined }): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  const common = {
    id,
    "aria-invalid": issue === undefined ? undefined : true,
    "aria-describedby": described,
    "aria-required": field.isRequired || undefined,
  };
  const onInput = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onEnter(event.currentTarget.value);
  const value = String(entered);
  const direction = value === "" ? undefined : "auto";
  switch (field.kind) {
    case "tick":
      return (
        <input
          {...common}
          type="checkbox"
          checked={entered === true}
          onChange={({ currentTarget }) => onEnter(currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <select {...common} class="entry" value={value} onChange={onInput}>
          {(!field.isRequired || field.initial === "") && <option value="">{words.choose}</option>}
          {field.choices.map((choice, index) => (
            <option key={index} value={String(index)}>
              {cleanText(choice.label)}
            </option>
          ))}
        </select>
      );
    case "text":
      return <textarea {...common} class="entry" rows={3} dir={direction} value={value} onInput={onInput} />;
    case "number":
    case "line":
      return (
        <input
          {...common}
          {...kindOfInput(field)}
          class="entry"
          dir={direction}
          value={value}
          onInput={onInput}
        />
      );
  }
}

/** Numbers are text fields with a numeric keyboard: a number field does not report invalid input. */
function kindOfInput({ kind, schema }: Field) {
  if (kind === "number")
    return { type: "text", inputMode: schema["type"] === "integer" ? "numeric" : "decimal" } as const;
  if (schema["format"] === "date") return { type: "date" } as const;
  return schema["format"] === "email"
    ? ({ type: "text", inputMode: "email", autocomplete: "email" } as const)
    : ({ type: "text" } as const);
}
