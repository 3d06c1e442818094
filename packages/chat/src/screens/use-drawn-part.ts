import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** How many entries are drawn at first, and how many more each time the first of them comes near. */
const pageSize = 30;
/** How far above the view, in pixels, the next ones are already drawn. */
const margin = 900;

/** The entries that are drawn. */
interface DrawnPart<Entry> {
  readonly entries: readonly Entry[];
  /** How many entries precede them. */
  readonly start: number;
  /** An element above the first of them, as long as there are earlier ones. */
  readonly beginning: RefObject<HTMLDivElement | null>;
}

/**
 * Draws a long conversation in parts: first its end, and earlier entries when the visitor scrolls up to them. What is
 * in view stays where it is. For searching the page or printing it, everything is drawn.
 */
export function useDrawnPart<Entry extends { readonly key: string }>(
  all: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
): DrawnPart<Entry> {
  const [firstKey, setFirstKey] = useState<string | undefined>();
  const beginning = useRef<HTMLDivElement | null>(null);
  const anchor = useRef<{ readonly element: Element; readonly top: number } | undefined>(undefined);
  const known = firstKey === undefined ? -1 : all.findIndex(({ key }) => key === firstKey);
  const start = known < 0 ? Math.max(0, all.length - pageSize) : known;

  function drawFrom(index: number): void {
    const element = scroller.current && firstInView(scroller.current);
    if (element) anchor.current = { element, top: topOf(element) };
    setFirstKey(all[index]?.key);
  }

  // Drawn entries stay drawn while messages are added.
  const unkept = known < 0 && all[start]?.key;
  useLayoutEffect(() => {
    if (unkept) setFirstKey(unkept);
  }, [unkept]);

  useLayoutEffect(() => {
    const { element, top } = anchor.current ?? {};
    anchor.current = undefined;
    if (element && top !== undefined) scroller.current?.scrollBy(0, topOf(element) - top);
  }, [start]);

  // Together with drawing: a search of the page may begin as soon as something is visible.
  useLayoutEffect(() => {
    if (start === 0 || !beginning.current) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) drawFrom(Math.max(0, start - pageSize));
      },
      { root: scroller.current, rootMargin: `${margin}px 0px` },
    );
    observer.observe(beginning.current);
    const drawAll = (): void => drawFrom(0);
    const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
      if ((ctrlKey || metaKey) && key.toLowerCase() === "f") drawAll();
    };
    addEventListener("keydown", onKeyDown);
    addEventListener("beforeprint", drawAll);
    return () => {
      observer.disconnect();
      removeEventListener("keydown", onKeyDown);
      removeEventListener("beforeprint", drawAll);
    };
  }, [start, all.length]);

  return { entries: all.slice(start), start, beginning };
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function firstInView(scroller: HTMLElement): Element | undefined {
  const { top } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll(".entries > li:not(.day)")].find(
    (entry) => entry.getBoundingClientRect().bottom > top,
  );
}
