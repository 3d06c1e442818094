import type { RefObject } from "preact";

/**
 * Gives the focus to the prompt when the control that had it is gone and nothing else has taken it: the next key would go
 * nowhere. On touch screens that would call up a keyboard over the chat, which has no keys to lose.
 *
 * @returns what ends it
 */
export function keepFocus(prompt: RefObject<HTMLElement | null>): () => void {
  let last: Element | null = document.activeElement;
  function remember(): void {
    last = document.activeElement;
  }
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost && matchMedia("(pointer: fine)").matches) prompt.current?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", remember);
  // A press on plain text takes the focus from a control, and nothing has it then: so the visitor wanted it.
  document.addEventListener("pointerup", remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerup", remember);
    observer.disconnect();
  };
}
