import type { RefObject } from "preact";

/**
 * Focuses the composer when the focused control is gone and nothing else has taken the focus: the next key would go
 * nowhere. Not on touch screens, where that would open a keyboard over the chat.
 *
 * @returns a function that ends it
 */
export function keepFocus(composer: RefObject<HTMLElement | null>): () => void {
  let last: Element | null = document.activeElement;
  function remember(): void {
    last = document.activeElement;
  }
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost && matchMedia("(pointer: fine)").matches) composer.current?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", remember);
  // A click on plain text takes the focus from a control, so nothing has it: that is the visitor's intention.
  document.addEventListener("pointerup", remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerup", remember);
    observer.disconnect();
  };
}
