import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { icon, type IconName } from "./icon.tsx";

/** Opens the menu with an id, as its button does. */
export function openMenu(id: string): void {
  document.getElementById(id)?.showPopover();
}

/** Closes the menu with an id. */
export function closeMenu(id: string): void {
  document.getElementById(id)?.hidePopover();
}

/** A button that opens a popover: the browser closes it on Escape and on a click elsewhere. */
export function PopoverMenu({
  id,
  label,
  sign,
  children,
  kind = "button",
  hasLabel = true,
  opens,
}: {
  /** Unique in the document. */
  id: string;
  label: string;
  sign: IconName;
  children: ComponentChildren;
  /** The class of the button. */
  kind?: string;
  /** Whether the label is drawn; else it is the button's name and tooltip. */
  hasLabel?: boolean;
  /** Called when it opens. */
  opens?: () => void;
}): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const latest = useRef(opens);
  latest.current = opens;
  useEffect(() => {
    const opened = menu.current;
    const place = ({ newState }: ToggleEvent): void => {
      if (!button.current || !opened || newState !== "open") return;
      latest.current?.();
      opened.querySelector<HTMLElement>("[data-first]")?.focus();
      const { bottom, right, top } = button.current.getBoundingClientRect();
      const isAbove = bottom + 6 + opened.offsetHeight > innerHeight && top > opened.offsetHeight;
      opened.style.top = `${isAbove ? top - 6 - opened.offsetHeight : bottom + 6}px`;
      opened.style.left = `${Math.max(8, right - opened.offsetWidth)}px`;
    };
    opened?.addEventListener("toggle", place);
    return () => opened?.removeEventListener("toggle", place);
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={kind}
        popovertarget={id}
        aria-haspopup="true"
        aria-label={hasLabel ? undefined : label}
        title={hasLabel ? undefined : label}
      >
        {icon(sign, 16)}
        {hasLabel && label}
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
