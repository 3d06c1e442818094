import type { RefObject } from "preact";

/** The focus of the field that the visitor writes in. */
interface PromptFocus {
  take(): void;
  /** Takes it as the chat opens, and keeps it while the browser and the page still move it. */
  open(): void;
  leave(): void;
}

/** Milliseconds after its opening in which the chat keeps the focus that the page, too, gives it. */
const settling = 1_000;

/** Watches over the focus of the prompt. */
export function createPromptFocus(prompt: RefObject<HTMLTextAreaElement | null>): PromptFocus {
  let openedAt = Number.NEGATIVE_INFINITY;
  const take = (): void => prompt.current?.focus();
  // In Chromium a frame that has the focus and is given it again, by the page a moment after the prompt took it, has it in
  // no element any more.
  function keep(): void {
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost && performance.now() - openedAt < settling) take();
  }
  for (const type of ["focus", "focusout"])
    addEventListener(type, ({ target }) => {
      if (target === window || target === prompt.current) setTimeout(keep);
    });
  return {
    take,
    open() {
      openedAt = performance.now();
      take();
      // In Firefox a frame that is given the focus begins anew with it.
      if (!document.hasFocus()) addEventListener("focus", take, { once: true });
    },
    leave() {
      openedAt = Number.NEGATIVE_INFINITY;
      prompt.current?.blur();
    },
  };
}
