import type { JSX } from "preact";
import { useCallback } from "preact/hooks";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import type { Editing, EditingContext } from "../context/unsent.ts";
import { focusComposer } from "./editing.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** Says above the composer that the last message is being edited there, or why it no longer can be. */
export function EditBar({ edit }: { edit: Editing }): JSX.Element {
  const context = useChat();
  const words = withWords(enTools, context.words);
  const onComing = useCallback((bar: HTMLElement | null): void => {
    if (bar) focusComposer(context);
  }, []);
  const { isLate } = edit;
  return (
    // When it is mounted, not in a later effect: before anything can be typed.
    <div class={isLate ? "edit-bar late" : "edit-bar"} ref={isLate ? null : onComing}>
      <p id="editing" role={isLate ? "alert" : undefined}>
        {isLate ? words.editLate : words.editing}
      </p>
      <button
        type="button"
        class="round quiet"
        aria-label={words.cancelEdit}
        title={words.cancelEdit}
        onClick={() => {
          edit.cancel();
          focusEditButton(context);
        }}
      >
        {icon("cross", 16)}
      </button>
    </div>
  );
}

/** Returns to where it was started; to the composer, if an answer is in progress. */
function focusEditButton(context: EditingContext): void {
  const button = context.editButton.current;
  if (button) button.focus();
  else focusComposer(context);
}
