import type { ComponentChildren, JSX, RefObject, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { menuIcon, type MenuIconName } from "./menu-icon.tsx";

/** One line of a menu. */
export interface MenuItem {
  readonly icon: MenuIconName;
  readonly label: string;
  readonly choose: () => void;
}

interface Props {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The text below the items; read while the menu is shown. */
  readonly note: () => string | undefined;
  /** The button, for returning the focus to it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** Called before the menu is shown. */
  readonly opens: () => void;
  /** What its items have opened. */
  readonly children: ComponentChildren;
}

/**
 * A button and its menu, with the keyboard behaviour of a menu button (WAI-ARIA): arrows, Home and End move through it,
 * Escape, Tab and a choice leave it.
 */
export function MenuButton({ label, items, note, opener, opens, children }: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const noteId = useId();
  const said = isOpen ? note() : undefined;

  useLayoutEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);

  function unfold(): void {
    opens();
    setOpen(true);
  }

  function fold(): void {
    setOpen(false);
    opener.current?.focus();
  }

  function onOpenerKey(event: TargetedKeyboardEvent<HTMLButtonElement>): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    unfold();
  }

  function onMenuKey(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const all = itemsOf(menu.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") event.stopPropagation(); // otherwise the frame would close
    else if (next === undefined) return event.key === "Tab" ? setOpen(false) : undefined;
    event.preventDefault();
    if (next === undefined) fold();
    else all.at(next % all.length)?.focus();
  }

  function onFocusOut({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDivElement>): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  }

  // Safari does not focus clicked buttons: the focus would leave the menu, which would close and be reopened by the
  // same click.
  return (
    <div class="chat-menu" onFocusOut={onFocusOut} onMouseDown={(event) => isOpen && event.preventDefault()}>
      <button
        ref={opener}
        type="button"
        class="round quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={isOpen ? fold : unfold}
        onKeyDown={onOpenerKey}
      >
        {menuIcon("more")}
      </button>
      {isOpen && (
        <div class="menu">
          <div
            id={id}
            ref={menu}
            role="menu"
            aria-label={label}
            aria-describedby={said && noteId}
            onKeyDown={onMenuKey}
          >
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                class="menu-item"
                tabIndex={-1}
                onClick={() => {
                  fold();
                  item.choose();
                }}
              >
                {menuIcon(item.icon, 18)}
                {item.label}
              </button>
            ))}
          </div>
          {said && (
            <p id={noteId} class="menu-note" dir="auto">
              {said}
            </p>
          )}
        </div>
      )}
      {children}
    </div>
  );
}

const itemsOf = (menu: HTMLElement | null): readonly HTMLElement[] =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
