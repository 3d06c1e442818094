/** How long a finger rests until it means more than a tap, in milliseconds, and how far it may move, in pixels. */
const longPress = 450;
const slack = 10;
/** The distance of the tools to the finger that covers what is below it, in pixels. */
const aboveFinger = 64;

/**
 * Where nothing can hover, holding a finger on a message shows its time and its tools, as a tap on it does. If the end of
 * a long answer is out of view, its tools appear by the finger. The browser may select a word, too.
 *
 * @param scroller contains the messages
 * @returns a function that ends it
 */
export function showToolsOnLongPress(scroller: HTMLElement): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, passive: true };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let from: PointerEvent | undefined;

  function forget(): void {
    clearTimeout(waiting);
    from = undefined;
  }

  function onDown(event: PointerEvent): void {
    forget();
    const { target, pointerType, isPrimary } = event;
    if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
    const entry = target.closest<HTMLElement>('li[tabindex="-1"]');
    if (!entry || target.closest("a, button, input, textarea, summary")) return;
    from = event;
    waiting = setTimeout(() => {
      entry.focus({ preventScroll: true });
      bringToolsNear(entry, event.clientY, scroller);
    }, longPress);
  }

  scroller.addEventListener("pointerdown", onDown, options);
  // It is cancelled when the finger scrolls.
  for (const type of ["pointerup", "pointercancel"]) scroller.addEventListener(type, forget, options);
  scroller.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > slack) forget();
    },
    options,
  );
  return () => {
    forget();
    ending.abort();
  };
}

function bringToolsNear(entry: HTMLElement, y: number, scroller: HTMLElement): void {
  const tools = entry.querySelector<HTMLElement>(".tools:not(.last)");
  const reply = tools?.parentElement;
  if (!tools || !reply || reply.getBoundingClientRect().bottom < scroller.getBoundingClientRect().bottom)
    return;
  tools.style.insetBlockStart = `${Math.max(0, y - reply.getBoundingClientRect().top - aboveFinger)}px`;
  entry.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && entry.contains(relatedTarget))) tools.style.insetBlockStart = "";
  });
}
