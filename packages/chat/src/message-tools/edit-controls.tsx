import type { JSX } from "preact";
import { useCallback } from "preact/hooks";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import type { Editing, EditingContext } from "../context/unsent.ts";
import { focusComposer, startEditing } from "./editing.ts";
import { editableTurn } from "./replacement.ts";
import { icon, outline } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";
import type { VisitorEntry } from "../conversation/conversation.ts";

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

/**
 * Puts the visitor's last message into the composer for editing; a second click cancels. There is none beside other
 * entries.
 */
export function EditButton({ entry }: { entry: VisitorEntry }): JSX.Element | null {
  const context = useChat();
  const { edit } = withWords(enTools, context.words);
  const editing = context.editing.value;
  // A text that came too late and is back in the composer is not this one, and must not be lost.
  if (context.handoff.value?.isHeld.value || editing?.isLate || editableTurn(context.chat)?.at(-1) !== entry)
    return null;
  return (
    <button
      ref={context.editButton}
      type="button"
      class="tool-button edit"
      aria-label={edit}
      title={edit}
      aria-pressed={editing !== undefined}
      onClick={() => {
        if (!editing) return startEditing(context);
        editing.cancel();
        focusComposer(context);
      }}
    >
      {outline("edit", "M4.5 19.5l1-4.2L15.8 5a2.3 2.3 0 0 1 3.2 3.2L8.7 18.5zM13.8 7l3.2 3.2", 16)}
    </button>
  );
}
