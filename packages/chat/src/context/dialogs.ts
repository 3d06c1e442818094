import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useChat } from "./chat-context.ts";

/** One dialog over the chat, until it closes or is removed. */
interface OpenDialog {
  close(): void;
  /** Unregisters it when it is removed while it is open. */
  remove(): void;
}

/** The dialogs over the chat. An open dialog receives all keys. */
export interface Dialogs {
  /**
   * Opens one that was just drawn.
   *
   * @param closed called once when it closes, whoever closes it; not when it is removed
   */
  show(dialog: HTMLDialogElement, closed: () => void): OpenDialog;
  isAnyOpen(): boolean;
  closeAll(): void;
}

/** Starts without any. */
export function createDialogs(): Dialogs {
  const open = new Set<() => void>();
  return {
    show(dialog, closed) {
      // The "close" event comes a frame later: by then the visitor may have opened the same dialog again, which it would
      // close. It only counts if the browser closed the dialog without asking.
      function close(): void {
        if (!open.delete(close)) return;
        dialog.close();
        closed();
      }
      dialog.addEventListener("close", close);
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        close();
      });
      open.add(close);
      dialog.showModal();
      return { close, remove: () => open.delete(close) };
    },
    isAnyOpen: () => open.size > 0,
    closeAll() {
      for (const close of open) close();
    },
  };
}

/**
 * A dialog that opens over the whole frame when it is drawn. Closing it before it is removed returns the focus.
 *
 * @param closed called once when it closes, to remove it
 */
export function useDialog(closed: () => void): {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly close: () => void;
} {
  const { dialogs } = useChat();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef<OpenDialog>(null);
  useLayoutEffect(() => {
    if (!dialog.current) return;
    const opened = dialogs.show(dialog.current, closed);
    shown.current = opened;
    return () => opened.remove();
  }, []);
  return { dialog, close: () => shown.current?.close() };
}
