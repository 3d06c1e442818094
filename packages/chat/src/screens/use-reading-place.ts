import type { RefObject, TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";

/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;
/** So much of a message, in pixels, must be in view to be seen: a line of it. */
const oneLine = 24;

/** A message, or an answer as far as it has come. What is read anew of the service has no event, and is no news. */
interface Told {
  readonly key: string;
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
  const { below } = useChat();
  const scroller = useRef<HTMLElement | null>(null);
  const content = useRef<HTMLDivElement | null>(null);
  const mode = useRef<"end" | "question" | "free">("end");
  /** What was sent last, as it was drawn then. */
  const question = useRef<HTMLElement | undefined>(undefined);
  /** Where the list was put, and how far it could be scrolled then. */
  const placed = useRef(0);
  const range = useRef(0);
  /**
   * What was said last, and whether that was since its message was in view. A message whose beginning is in view or above
   * it is being read: that it goes on below is no news. Nor is it when something moves the end out of view, as a lower
   * frame or what unfolds does.
   */
  const heard = useRef<Told | undefined>(undefined);
  const isUnseen = useRef(false);
  /** Whether the visitor's hand is at the list: what moves it without one, while its size changes, is the browser. */
  const isHandled = useRef(false);

  function follow(): void {
    const box = scroller.current;
    if (!box) return;
    const asked = question.current?.isConnected ? question.current : lastAsked(box);
    // The welcome is read from its beginning.
    if (!asked) return void (below.value = false);
    const end = box.scrollHeight - box.clientHeight;
    const top = mode.current === "question" ? Math.min(end, asked.offsetTop - 14) : end;
    if (mode.current !== "free") box.scrollTop = top;
    placed.current = box.scrollTop;
    range.current = end;
    look(box);
  }

  /** Says what stands below the view. */
  function look(box: HTMLElement): void {
    const bottom = box.scrollTop + box.clientHeight;
    const latest = box.querySelector<HTMLElement>(".entries > li:last-child");
    isUnseen.current &&= latest !== null && latest.offsetTop > bottom - oneLine;
    below.value = box.scrollHeight - bottom >= nearEnd && (isUnseen.current ? "news" : "more");
  }

  function onScroll(): void {
    const box = scroller.current;
    if (!box || Math.abs(box.scrollTop - placed.current) < 2) return;
    const end = box.scrollHeight - box.clientHeight;
    // Parts of a growing answer are as high as guessed until seen, and the list is higher without the button below it.
    if (end !== range.current && !isHandled.current) return follow();
    placed.current = box.scrollTop;
    const isAtEnd = end - box.scrollTop < nearEnd;
    mode.current = isAtEnd ? "end" : "free";
    look(box);
    if (isAtEnd) isHandled.current = false;
  }

  /** What unfolds below a control would push that control away from under the pointer. */
  function onClickCapture({ target }: TargetedMouseEvent<HTMLElement>): void {
    const unfolds = target instanceof Element && target.closest("[aria-expanded]") !== null;
    if (unfolds) mode.current = "free";
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
    if (document.hasFocus() && document.activeElement === document.body) placeFocus(question.current);
  }, [sent, isEmpty]);

  useEffect(() => {
    const { key, lastEventId } = heard.current ?? {};
    heard.current = told;
    const hasCome = told?.key !== key || (told?.lastEventId ?? lastEventId) !== lastEventId;
    isUnseen.current ||= told !== undefined && hasCome;
    follow();
  }, [told?.lastEventId, told?.key]);

  return { scroller, content, toEnd, onScroll, onClickCapture };
}

/** Where the visitor goes on: in the prompt, or, where that would call up a keyboard over the answer, at what was said. */
function placeFocus(said: HTMLElement | undefined): void {
  const prompt = document.querySelector<HTMLElement>(".composer textarea");
  const next = matchMedia("(pointer: fine)").matches ? prompt : said;
  if (next && next === said) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

const lastAsked = (box: HTMLElement): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(".said, .answered")].at(-1);
