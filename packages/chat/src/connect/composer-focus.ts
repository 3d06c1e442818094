import type { RefObject } from "preact";

/** The focus of the visitor's input field. */
interface ComposerFocus {
  take(): void;
  /** Takes it as the chat opens, and keeps it while the browser and the page still move it. */
  open(): void;
  leave(): void;
}

/** Milliseconds after its opening during which the chat keeps the focus if the page focuses the frame, too. */
const settling = 1_000;

/** Manages the focus of the composer. */
export function createComposerFocus(composer: RefObject<HTMLTextAreaElement | null>): ComposerFocus {
  let openedAt = Number.NEGATIVE_INFINITY;
  const take = (): void => composer.current?.focus();
  // In Chromium, if the page focuses a frame again that already has the focus, a moment after the composer took it, no
  // element in the frame has it any longer.
  function keep(): void {
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost && performance.now() - openedAt < settling) take();
  }
  for (const type of ["focus", "focusout"])
    addEventListener(type, ({ target }) => {
      if (target === window || target === composer.current) setTimeout(keep);
    });
  return {
    take,
    open() {
      openedAt = performance.now();
      take();
      // In Firefox, focusing a frame resets the focus inside it.
      if (!document.hasFocus()) addEventListener("focus", take, { once: true });
    },
    leave() {
      openedAt = Number.NEGATIVE_INFINITY;
      composer.current?.blur();
    },
  };
}
