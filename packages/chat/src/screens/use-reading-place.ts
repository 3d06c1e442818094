import type { RefObject, TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isBehind } from "./is-behind.ts";

/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;
/** By then what was said is drawn, with what had to be loaded for it. What moves the end out of view later is no news. */
const drawnMs = 1_000;

/** A message, or an answer as far as it has come. What is read anew of the service is another object and no news. */
interface Told {
  readonly key: string;
  readonly status?: string;
  readonly lastEventId?: string;
}

/** What the list knows of the visitor's place in it. */
interface ReadingPlace {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onClickCapture: (event: TargetedMouseEvent<HTMLElement>) => void;
}

/**
 * Keeps the visitor's place in a growing conversation. `end`: the end stays in view. `question`: after sending,
 * the end stays in view until what was sent has reached the top, so that a long answer is read from its
 * beginning. `free`: the visitor has scrolled, or unfolds something to read it, and nothing moves.
 *
 * @param sent The key of what the visitor has sent last in this tab.
 * @param isAnswering Whether it is being answered.
 * @param isEmpty Whether there is nothing yet: what history then tells of an ended chat is shown from its end.
 * @param told What was said last.
 */
export function useReadingPlace(
  sent: string | undefined,
  isAnswering: boolean,
  isEmpty: boolean,
  told: Told | undefined,
): ReadingPlace {
  const scroller = useRef<HTMLElement | null>(null);
  const content = useRef<HTMLDivElement | null>(null);
  const mode = useRef<"end" | "question" | "free">("end");
  /** What was sent last, as it was drawn then. */
  const question = useRef<HTMLElement | undefined>(undefined);
  /** Where the list was put, and how far it could be scrolled then. */
  const placed = useRef(0);
  const range = useRef(0);
  /**
   * Whether something was said since the end was in view, or just now. A lower or narrower frame, a form that opens and
   * earlier messages move the end out of view too, and are no news.
   */
  const isNew = useRef(false);
  /** Whether the visitor's hand is at the list: what moves it without one, while its size changes, is the browser. */
  const isHandled = useRef(false);

  function follow(): void {
    const box = scroller.current;
    if (!box) return;
    const asked = question.current?.isConnected ? question.current : lastAsked(box);
    // The welcome is read from its beginning.
    if (!asked) return void (isBehind.value = false);
    const end = box.scrollHeight - box.clientHeight;
    const top = mode.current === "question" ? Math.min(end, asked.offsetTop - 14) : end;
    if (mode.current !== "free") box.scrollTop = top;
    placed.current = box.scrollTop;
    range.current = end;
    isBehind.value = isNew.current && end - box.scrollTop >= nearEnd;
  }

  /** What is in view now is no news later. */
  function heed(): void {
    isNew.current = isBehind.peek();
  }

  function onScroll(): void {
    const box = scroller.current;
    if (!box || Math.abs(box.scrollTop - placed.current) < 2) return;
    const end = box.scrollHeight - box.clientHeight;
    // Parts of a growing answer are as high as guessed until seen, and the list is higher without New messages.
    if (end !== range.current && !isHandled.current) return follow();
    placed.current = box.scrollTop;
    const isAtEnd = end - box.scrollTop < nearEnd;
    mode.current = isAtEnd ? "end" : "free";
    isBehind.value &&= !isAtEnd;
    heed();
    if (isAtEnd) isHandled.current = false;
  }

  /** What unfolds below a control would push that control away from under the pointer. It was asked for, and is no news. */
  function onClickCapture({ target }: TargetedMouseEvent<HTMLElement>): void {
    const unfolds = target instanceof Element && target.closest("[aria-expanded]") !== null;
    if (unfolds) mode.current = "free";
    heed();
  }

  function toEnd(): void {
    mode.current = "end";
    isHandled.current = false;
    follow();
  }

  useEffect(() => {
    if (!content.current || !scroller.current) return;
    const observer = new ResizeObserver(follow);
    observer.observe(content.current);
    observer.observe(scroller.current);
    const handled = (): void => {
      isHandled.current = true;
    };
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
      scroller.current.addEventListener(type, handled, { passive: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    // A new chat begins with its welcome, wherever the one before it was left.
    if (isEmpty) return scroller.current?.scrollTo(0, 0);
    mode.current = isAnswering ? "question" : "end";
    isHandled.current = false;
    question.current = scroller.current ? lastAsked(scroller.current) : undefined;
    follow();
    // The control that sent it may be gone; the focus must not be lost with it. One outside the frame stays there.
    if (document.hasFocus() && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
  }, [sent, isEmpty]);

  useEffect(() => {
    isNew.current = true;
    follow();
    const timer = setTimeout(heed, drawnMs);
    return () => clearTimeout(timer);
  }, [told?.lastEventId, told?.key, told?.status]);

  return { scroller, content, toEnd, onScroll, onClickCapture };
}

const lastAsked = (box: HTMLElement): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(".said, .answered")].at(-1);
