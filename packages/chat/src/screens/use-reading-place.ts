import type { RefObject, TargetedMouseEvent } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
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

/** A message, or an answer so far. What is read again from the service is not an event, and not new. */
interface LastMessage {
  readonly key: string;
  readonly lastEventId?: string;
}

/** What the list needs so that the visitor keeps their place in it. */
interface PlacedList {
  readonly content: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onClickCapture: (event: TargetedMouseEvent<HTMLElement>) => void;
}

/**
 * Keeps the visitor's place in a growing conversation, according to `afterScroll`.
 *
 * @param sent the key of the visitor's last message in this tab.
 * @param isAnswering whether it is being answered.
 * @param isEmpty whether there is nothing yet: a history of an ended chat is then shown from its end.
 * @param last the last message.
 */
export function useReadingPlace(
  sent: string | undefined,
  isAnswering: boolean,
  isEmpty: boolean,
  last: LastMessage | undefined,
): PlacedList {
  const { below, composer, filling, handoff, scroller } = useChat();
  const content = useRef<HTMLDivElement | null>(null);
  const place = useRef(firstPlace);
  /** The element of the last sent message. */
  const question = useRef<HTMLElement | undefined>(undefined);
  const previous = useRef<LastMessage | undefined>(undefined);

  function after(event: ScrollEvent): void {
    const box = scroller.current;
    if (!box) return;
    const view = viewOf(box, question.current);
    const next = afterScroll(place.current, event, view);
    if (next.top !== view.top) box.scrollTop = next.top;
    // The browser may have rounded it to a fraction of a pixel.
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
    // A new chat begins with its welcome, wherever the previous one was scrolled to.
    if (isEmpty) return scroller.current?.scrollTo(0, 0);
    question.current = scroller.current ? lastAsked(scroller.current) : undefined;
    after({ type: "sent", isAnswering });
    // The control that sent it may be gone; the focus must not be lost with it. A focus outside the frame stays there.
    if (document.hasFocus() && document.activeElement === document.body)
      placeFocus(question.current, composer.current);
  }, [sent, isEmpty]);

  // A form shows itself: nothing may move the view back to the answer before it. At once, since it is drawn with this.
  const form = filling.value?.action.id;
  useLayoutEffect(() => {
    if (form !== undefined) place.current = afterUnfolding(place.current);
  }, [form]);

  const timesAsked = handoff.value?.asking.timesAsked.value ?? 0;
  useEffect(() => {
    if (timesAsked > 0) after({ type: "end-wanted" });
  }, [timesAsked]);

  const holder = handoff.value?.holding.value.holder;
  const holderBefore = useRef(holder);
  useEffect(() => {
    if (holderBefore.current === "waiting" && holder === "person") after({ type: "person-came" });
    holderBefore.current = holder;
  }, [holder]);

  useEffect(() => {
    const { key, lastEventId } = previous.current ?? {};
    previous.current = last;
    const hasCome = last?.key !== key || (last?.lastEventId ?? lastEventId) !== lastEventId;
    after({ type: last && hasCome ? "told" : "drawn" });
  }, [last?.lastEventId, last?.key]);

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

/**
 * Moves the focus to where the visitor continues: the composer, or the message if the composer would open a keyboard over
 * the answer.
 */
function placeFocus(said: HTMLElement | undefined, composer: HTMLElement | null): void {
  const next = matchMedia("(pointer: fine)").matches ? composer : said;
  if (next && next === said) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

const lastAsked = (box: HTMLElement): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(".said, .answered")].at(-1);
