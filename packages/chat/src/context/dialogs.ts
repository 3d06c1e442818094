import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useChat } from "./chat-context.ts";

/** The dialogs over the chat. An open dialog receives all keys. */
export interface Dialogs {
  /** Opens one that was just drawn. Returns the function that unregisters it when it is removed. */
  show(dialog: HTMLDialogElement): () => void;
  isAnyOpen(): boolean;
  closeAll(): void;
}

/** Starts without any. */
export function createDialogs(): Dialogs {
  const drawn = new Set<HTMLDialogElement>();
  return {
    show(dialog) {
      drawn.add(dialog);
      dialog.showModal();
      return () => drawn.delete(dialog);
    },
    // A closed dialog is still drawn for a moment.
    isAnyOpen: () => [...drawn].some(({ open }) => open),
    closeAll() {
      for (const dialog of drawn) dialog.close();
    },
  };
}

/** A ref for a dialog that opens over the whole frame when it is drawn. */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const { dialogs } = useChat();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => (dialog.current ? dialogs.show(dialog.current) : undefined), []);
  return dialog;
}
