import type { ComponentChildren, JSX, RefObject, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { outline } from "../screens/icon.tsx";

/** One line of a menu. */
export interface MenuItem {
  readonly icon: MenuIconName;
  readonly label: string;
  readonly choose: () => void;
}

/** A button, and the menu that it opens. */
export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** In the row of tools below a message: smaller, with the menu above the row if there is room. */
  readonly isTool?: true;
  /** The text below the items; read while the menu is shown. */
  readonly note?: () => string | undefined;
  /** The button, for returning the focus to it. */
  readonly opener?: RefObject<HTMLButtonElement | null>;
  /** Called before the menu is shown. */
  readonly opens?: () => void;
  /** What its items have opened. */
  readonly children?: ComponentChildren;
}

/**
 * A button and its menu, with the keyboard behaviour of a menu button (WAI-ARIA): arrows, Home and End move through it,
 * Escape, Tab and a choice leave it.
 */
export function MenuButton(props: MenuButtonProps): JSX.Element {
  const { label, items, isTool, note, opens, children } = props;
  const own = useRef<HTMLButtonElement>(null);
  const opener = props.opener ?? own;
  const [isOpen, setOpen] = useState(false);
  const [isBelow, setBelow] = useState(!isTool);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const noteId = useId();
  const said = isOpen ? note?.() : undefined;

  useLayoutEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);

  // Above a row that is near the beginning of what scrolls, it could not be reached.
  useLayoutEffect(() => {
    if (!isOpen || !isTool || !menu.current || !opener.current) return;
    const scroller = opener.current.closest(".scroller");
    const room = topOf(opener.current) - (scroller ? topOf(scroller) : 0);
    setBelow(room < menu.current.offsetHeight + edges);
  }, [isOpen]);

  function unfold(): void {
    opens?.();
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
    <div
      class={isTool ? "tool-menu" : "chat-menu"}
      onFocusOut={onFocusOut}
      onMouseDown={(event) => isOpen && event.preventDefault()}
    >
      <button
        ref={opener}
        type="button"
        class={isTool ? "tool-button" : "round quiet"}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={isOpen ? fold : unfold}
        onKeyDown={onOpenerKey}
      >
        {menuIcon("more", isTool && 16)}
      </button>
      {isOpen && (
        <div class={isBelow ? "menu" : "menu above"}>
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

/** The height of the menu's edges and of its distance to the button, in pixels. */
const edges = 28;

const topOf = (element: Element): number => element.getBoundingClientRect().top;

const itemsOf = (menu: HTMLElement | null): readonly HTMLElement[] =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);

/** Outlines of the menu's icons and of those beside it, on a 24 by 24 grid. */
const outlines = {
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  person: "M12 12.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.8 20c.7-3.2 3.6-4.8 7.2-4.8s6.5 1.6 7.2 4.8",
  back: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3",
  compose: "M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4z",
  past: "M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 4v4h4M12 8v4.5l3 1.8",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  keys: "M3.5 7h17v10.5h-17zM7.5 10.5h.01M12 10.5h.01M16.5 10.5h.01M8.5 14h7",
  speak: "M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  markdown: "M5 5l14 0 0 14-14 0zM8.5 15.5v-7l3.5 4 3.5-4v7",
  about: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11.5v4.5M12 8.2v.01",
  erase: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.3 11v5M13.7 11v5",
  expand: "M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6",
  shrink: "M13 6v5h5M19 5l-6 6M11 18v-5H6M5 19l6-6",
} as const;

/** An icon of the menu, or beside it. */
type MenuIconName = keyof typeof outlines;

/** Draws one. @param size its width and height in pixels */
export function menuIcon(name: MenuIconName, size?: number): JSX.Element {
  return outline(name, outlines[name], size);
}
