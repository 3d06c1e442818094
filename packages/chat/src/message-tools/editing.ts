import { signal, type Signal } from "@preact/signals";
import type { FileInfo } from "@servicechat/contract";
import type { Replacement } from "../conversation/after-posting.ts";
import type { Attachment } from "../uploads/attachment.ts";
import { hasUnsent, type EditingContext } from "../context/unsent.ts";
import { isComposing } from "../screens/is-composing.ts";
import { createReplacement, editableTurn } from "./replacement.ts";

/** Puts the visitor's last message into the composer. Does nothing if it cannot be edited. */
export function startEditing(context: EditingContext): void {
  const turn = editableTurn(context.chat);
  if (!turn) return;
  const text = turn.flatMap((entry) => (entry.file ? [] : [entry.text])).join("\n\n");
  const files = turn.flatMap(({ file }) => file ?? []);
  open(context, { text, files, replacement: createReplacement(context.chat, turn) });
}

/** The up arrow in an empty composer edits the last message; Escape cancels, and leaves the frame open. */
export function onComposerKey(event: KeyboardEvent, context: EditingContext): void {
  const { editing } = context;
  if (isComposing(event) || context.dialogs.isAnyOpen()) return;
  if (event.key === "Escape" && editing.value) {
    event.stopPropagation();
    editing.value.cancel();
    focusComposer(context);
  }
  if (event.key === "ArrowUp" && event.target instanceof HTMLTextAreaElement && !hasUnsent(context)) {
    event.preventDefault();
    startEditing(context);
  }
}

/** Focuses the input field, with the cursor at the end. */
export function focusComposer({ composer: { current: composer } }: Pick<EditingContext, "composer">): void {
  composer?.focus();
  composer?.setSelectionRange(composer.value.length, composer.value.length);
}

interface Opened {
  readonly text: string;
  readonly files: readonly FileInfo[];
  /** Absent: it is sent as a new message. */
  readonly replacement?: Replacement;
}

function open(
  context: Pick<EditingContext, "chat" | "editing" | "previews">,
  { text, files, replacement }: Opened,
): void {
  const { chat, editing, previews } = context;
  const attachments: Signal<readonly Attachment[]> = signal([]);
  attachments.value = files.map((file) => ({
    key: file.uploadId,
    name: file.name,
    size: file.size,
    sent: 1,
    file,
    preview: previews.get(file.uploadId),
    remove() {
      attachments.value = attachments.value.filter(({ key }) => key !== file.uploadId);
    },
  }));
  editing.value = {
    written: { draft: signal(text), attachments },
    isLate: !replacement,
    send(written, along) {
      editing.value = undefined;
      // If it is refused for another reason, it remains in the conversation, and can be edited there.
      const giveBack = (isLate?: boolean) => isLate && open(context, { text: written, files: along });
      chat.send(written, along, giveBack, replacement);
    },
    cancel() {
      for (const { remove } of attachments.value) remove();
      editing.value = undefined;
    },
  };
}
