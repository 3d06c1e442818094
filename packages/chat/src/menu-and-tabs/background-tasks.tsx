import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Announcer } from "./announcer.tsx";
import { showToolsOnLongPress } from "./long-press.ts";
import { useChat } from "../context/chat-context.ts";
import { MessagePreview } from "../message-preview/message-preview.tsx";

/**
 * Tasks of the chat besides what is visible: it tells screen readers about news, loads what restored forms need, keeps
 * the focus when its control disappears, shows the tools of a message that a finger holds, and handles keys that are pressed while nothing has the focus. In Safari, no
 * element in a frame of another site has the focus before the first key press or click in it.
 */
export function BackgroundTasks(): JSX.Element {
  const { close, dialogs, entries, lazy, composer, scroller } = useChat();

  useEffect(() => {
    if (entries.read()) void lazy.inputControls.load();
  }, []);

  // As long as the frame lives; at once, so that no key is lost.
  useLayoutEffect(() => {
    document.addEventListener("keydown", ({ key, ctrlKey, metaKey, defaultPrevented }) => {
      if (document.activeElement !== document.body || dialogs.isAnyOpen() || defaultPrevented) return;
      if (key === "Escape") close?.();
      // The browser types a letter into what has the focus by then.
      else if (key.length === 1 && !ctrlKey && !metaKey) composer.current?.focus();
    });
  }, []);

  useEffect(() => keepFocus(composer), []);
  useEffect(() => (scroller.current ? showToolsOnLongPress(scroller.current) : undefined), []);

  return (
    <>
      <Announcer />
      <MessagePreview />
    </>
  );
}

/**
 * Focuses the composer when the focused control is gone and nothing else has taken the focus: the next key would go
 * nowhere. Not on touch screens, where that would open a keyboard over the chat.
 *
 * @returns a function that ends it
 */
function keepFocus(composer: RefObject<HTMLElement | null>): () => void {
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
