import type { JSX } from "preact";

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
