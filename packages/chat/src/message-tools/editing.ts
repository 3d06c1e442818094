import { signal, type Signal } from "@preact/signals";
import type { FileInfo } from "@servicechat/contract";
import { editableTurn } from "../conversation/editable-turn.ts";
import type { Replacement } from "../conversation/after-posting.ts";
import { createReplacement } from "../conversation/create-replacement.ts";
import type { Attachment } from "../uploads/attachment.ts";
import type { EditingContext } from "../context/unsent.ts";
import { isComposing } from "../screens/is-composing.ts";
import { hasUnsent } from "../context/unsent.ts";

/** Puts what the visitor said last into the composer. Does nothing where that cannot be changed. */
export function startEditing(context: EditingContext): void {
  const turn = editableTurn(context.chat);
  if (!turn) return;
  const text = turn.flatMap((entry) => (entry.file ? [] : [entry.text])).join("\n\n");
  const files = turn.flatMap(({ file }) => file ?? []);
  open(context, { text, files, replacement: createReplacement(context.chat, turn) });
}

/** Up in an empty composer changes the last message; Escape leaves it as it was, and the frame open. */
export function onComposerKey(event: KeyboardEvent, context: EditingContext): void {
  const { editing } = context;
  if (isComposing(event) || context.dialogs.isAnyOpen()) return;
  if (event.key === "Escape" && editing.value) {
    event.stopPropagation();
    editing.value.cancel();
    focusPrompt(context);
  }
  if (event.key === "ArrowUp" && event.target instanceof HTMLTextAreaElement && !hasUnsent(context)) {
    event.preventDefault();
    startEditing(context);
  }
}

/** Puts the focus where the visitor writes, behind what is there. */
export function focusPrompt({ prompt: { current: prompt } }: Pick<EditingContext, "prompt">): void {
  prompt?.focus();
  prompt?.setSelectionRange(prompt.value.length, prompt.value.length);
}

interface Opened {
  readonly text: string;
  readonly files: readonly FileInfo[];
  /** Absent: it goes as a new message. */
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
      // Refused for another reason, it stands in the conversation, and can be changed there.
      const giveBack = (isLate?: boolean) => isLate && open(context, { text: written, files: along });
      chat.send(written, along, giveBack, replacement);
    },
    cancel() {
      for (const { remove } of attachments.value) remove();
      editing.value = undefined;
    },
  };
}
