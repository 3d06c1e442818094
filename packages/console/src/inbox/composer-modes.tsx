import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";

/** Chooses between a message to the visitor and an internal note. */
export function ComposerModes({
  isNote,
  change,
}: {
  isNote: boolean;
  change: (isNote: boolean) => void;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  return (
    <fieldset class="modes">
      <legend class="unseen">{text.mode}</legend>
      {[false, true].map((note) => (
        <label key={String(note)} class={note === isNote ? "mode chosen" : "mode"}>
          <input
            type="radio"
            class="unseen"
            name="composer-mode"
            checked={note === isNote}
            onChange={() => change(note)}
          />
          {note ? text.asNote : text.asMessage}
        </label>
      ))}
    </fieldset>
  );
}
