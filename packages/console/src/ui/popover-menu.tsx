import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { icon, type IconName } from "./icon.tsx";

/** A button that opens a popover: the browser closes it on Escape and on a click elsewhere. */
export function PopoverMenu({
  id,
  label,
  sign,
  children,
  kind = "button",
}: {
  /** Unique in the document. */
  id: string;
  label: string;
  sign: IconName;
  children: ComponentChildren;
  /** The class of the button. */
  kind?: string;
}): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opened = menu.current;
    const place = (): void => {
      if (!button.current || !opened) return;
      const { bottom, right } = button.current.getBoundingClientRect();
      opened.style.insetBlockStart = `${bottom + 6}px`;
      opened.style.left = `${Math.max(8, right - opened.offsetWidth)}px`;
    };
    opened?.addEventListener("toggle", place);
    return () => opened?.removeEventListener("toggle", place);
  }, []);
  return (
    <>
      <button ref={button} type="button" class={kind} popovertarget={id} aria-haspopup="true">
        {icon(sign, 16)}
        {label}
      </button>
      <div
        id={id}
        ref={menu}
        class="menu"
        popover="auto"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest(".menu-item")) menu.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
