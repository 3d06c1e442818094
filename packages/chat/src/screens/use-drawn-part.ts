import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** How many entries are drawn at first, and how many more each time the beginning of them comes near. */
const pageSize = 30;
/** How far above what is in view, in pixels, the next ones are drawn already. */
const margin = 900;

/** The entries that are drawn. */
interface DrawnPart<Entry> {
  readonly entries: readonly Entry[];
  /** How many stand before them. */
  readonly start: number;
  /** Stands above the first of them as long as there are earlier ones. */
  readonly beginning: RefObject<HTMLDivElement | null>;
}

/**
 * Draws a long conversation in parts: its end first, and what was before when the visitor scrolls up to it. What is in view
 * stays where it is. To search the page or to print it, all is drawn.
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

  // What is drawn stays drawn while more is said.
  const unkept = known < 0 && all[start]?.key;
  useLayoutEffect(() => {
    if (unkept) setFirstKey(unkept);
  }, [unkept]);

  useLayoutEffect(() => {
    const { element, top } = anchor.current ?? {};
    anchor.current = undefined;
    if (element && top !== undefined) scroller.current?.scrollBy(0, topOf(element) - top);
  }, [start]);

  // With what is drawn: a search of the page may begin as soon as something is seen.
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
