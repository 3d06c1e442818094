import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";

/** A dialog above the page, open while it is rendered. */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string;
  /** Called by Escape, the close button, and a click outside. */
  close: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { words } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="icon-button" aria-label={words.common.close} onClick={close}>
            {icon("cross")}
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
