import { useRef, useState } from "preact/hooks";
import { holdStill, type HeldLists, type InboxChats } from "./list-order.ts";

/** The lists as they are drawn. */
export interface SteadyLists extends HeldLists {
  /** Draws everything as it is. */
  readonly catchUp: () => void;
  /** Draws everything as it comes, until the pointer moves: the person has just done something with the rows. */
  readonly release: () => void;
  /** Attributes of the element that contains the rows. */
  readonly holding: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerMove: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocusIn: (event: FocusEvent) => void;
    readonly onFocusOut: (event: FocusEvent) => void;
  };
}

/**
 * Holds lists still while the pointer is over them, or the keyboard has the focus in one of their rows: nobody is to press
 * another row than the one they aimed at. What rows say is always new.
 */
export function useSteadyLists(now: InboxChats | undefined): SteadyLists | undefined {
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [isReleased, setReleased] = useState(false);
  const [, setRound] = useState(0);
  const drawn = useRef<InboxChats>(undefined);
  if (!now) return undefined;
  const isHeld = (hasPointer || hasFocus) && !isReleased;
  const held = isHeld && drawn.current ? holdStill(drawn.current, now) : undefined;
  if (!held) drawn.current = now;
  return {
    chats: held?.chats ?? now,
    newCount: held?.newCount ?? 0,
    gone: held?.gone ?? new Set(),
    catchUp() {
      drawn.current = now;
      setRound((before) => before + 1);
    },
    release: () => setReleased(true),
    holding: {
      // A finger points only while it presses.
      onPointerEnter: ({ pointerType }) => setPointer(pointerType === "mouse"),
      onPointerMove: () => setReleased(false),
      onPointerLeave: () => setPointer(false),
      // A row that was pressed keeps the focus, but nobody is about to press it again.
      onFocusIn: ({ target }) =>
        setFocus(target instanceof Element && target.matches("li *") && target.matches(":focus-visible")),
      onFocusOut: () => setFocus(false),
    },
  };
}
