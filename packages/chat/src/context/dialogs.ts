import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useChat } from "./chat-context.ts";

/** The dialogs over the chat. While one is open, keys are its own. */
export interface Dialogs {
  /** Opens one that was just drawn. Returns the function that forgets it when it is taken away. */
  show(dialog: HTMLDialogElement): () => void;
  isAnyOpen(): boolean;
  closeAll(): void;
}

/** Begins without any. */
export function createDialogs(): Dialogs {
  const drawn = new Set<HTMLDialogElement>();
  return {
    show(dialog) {
      drawn.add(dialog);
      dialog.showModal();
      return () => drawn.delete(dialog);
    },
    // One that has closed is drawn a moment longer.
    isAnyOpen: () => [...drawn].some(({ open }) => open),
    closeAll() {
      for (const dialog of drawn) dialog.close();
    },
  };
}

/** A ref for a dialog, which is open over the whole frame from when it is drawn. */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const { dialogs } = useChat();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => (dialog.current ? dialogs.show(dialog.current) : undefined), []);
  return dialog;
}
