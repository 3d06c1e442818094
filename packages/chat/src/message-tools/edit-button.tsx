import type { JSX } from "preact";
import type { VisitorEntry } from "../conversation/conversation.ts";
import { editableTurn } from "../conversation/editable-turn.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { focusComposer, startEditing } from "./editing.ts";
import { outline } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

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
