import type { RefObject, TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";
import {
  afterHandling,
  afterScroll,
  afterUnfolding,
  belowOf,
  firstPlace,
  hasMoved,
  type ListView,
  type ScrollEvent,
} from "./after-scroll.ts";

/** A message, or an answer as far as it has come. What is read anew of the service has no event, and is no news. */
interface Told {
  readonly key: string;
  readonly lastEventId?: string;
}

/** What the list needs so that the visitor keeps the place in it. */
interface PlacedList {
  readonly content: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onClickCapture: (event: TargetedMouseEvent<HTMLElement>) => void;
}

/**
 * Keeps the visitor's place in a growing conversation, as `afterScroll` says.
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
): PlacedList {
  const { below, prompt, scroller } = useChat();
  const content = useRef<HTMLDivElement | null>(null);
  const place = useRef(firstPlace);
  /** What was sent last, as it was drawn then. */
  const question = useRef<HTMLElement | undefined>(undefined);
  const heard = useRef<Told | undefined>(undefined);

  function after(event: ScrollEvent): void {
    const box = scroller.current;
    if (!box) return;
    const view = viewOf(box, question.current);
    const next = afterScroll(place.current, event, view);
    if (next.top !== view.top) box.scrollTop = next.top;
    // The browser may have put it a fraction of a pixel beside.
    const top = box.scrollTop;
    place.current = { ...next, top };
    below.value = belowOf(next, { ...view, top });
  }

  useEffect(() => {
    if (!content.current || !scroller.current) return;
    const observer = new ResizeObserver(() => after({ type: "drawn" }));
    observer.observe(content.current);
    observer.observe(scroller.current);
    const handled = (): void => {
      place.current = afterHandling(place.current);
    };
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
      scroller.current.addEventListener(type, handled, { passive: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    // A new chat begins with its welcome, wherever the one before it was left.
    if (isEmpty) return scroller.current?.scrollTo(0, 0);
    question.current = scroller.current ? lastAsked(scroller.current) : undefined;
    after({ type: "sent", isAnswering });
    // The control that sent it may be gone; the focus must not be lost with it. One outside the frame stays there.
    if (document.hasFocus() && document.activeElement === document.body)
      placeFocus(question.current, prompt.current);
  }, [sent, isEmpty]);

  useEffect(() => {
    const { key, lastEventId } = heard.current ?? {};
    heard.current = told;
    const hasCome = told?.key !== key || (told?.lastEventId ?? lastEventId) !== lastEventId;
    after({ type: told && hasCome ? "told" : "drawn" });
  }, [told?.lastEventId, told?.key]);

  return {
    content,
    toEnd: () => after({ type: "end-wanted" }),
    onScroll() {
      if (scroller.current && hasMoved(place.current, scroller.current.scrollTop))
        after({ type: "scrolled" });
    },
    onClickCapture({ target }) {
      const unfolds = target instanceof Element && target.closest("[aria-expanded]") !== null;
      if (unfolds) place.current = afterUnfolding(place.current);
    },
  };
}

function viewOf(box: HTMLElement, question: HTMLElement | undefined): ListView {
  const asked = question?.isConnected ? question : lastAsked(box);
  return {
    top: box.scrollTop,
    end: box.scrollHeight - box.clientHeight,
    height: box.clientHeight,
    asked: asked?.offsetTop,
    latest: box.querySelector<HTMLElement>(".entries > li:last-child")?.offsetTop,
  };
}

/** Where the visitor goes on: in the prompt, or, where that would call up a keyboard over the answer, at what was said. */
function placeFocus(said: HTMLElement | undefined, prompt: HTMLElement | null): void {
  const next = matchMedia("(pointer: fine)").matches ? prompt : said;
  if (next && next === said) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

const lastAsked = (box: HTMLElement): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(".said, .answered")].at(-1);
