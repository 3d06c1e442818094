import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Announcer } from "./announcer.tsx";
import { useChat } from "../context/chat-context.ts";
import { keepFocus } from "./keep-focus.ts";

/**
 * Tasks of the chat besides what is visible: it tells screen readers about news, loads what restored forms need, keeps
 * the focus when its control disappears, and handles keys that are pressed while nothing has the focus. In Safari, no
 * element in a frame of another site has the focus before the first key press or click in it.
 */
export function BackgroundTasks(): JSX.Element {
  const { close, dialogs, entries, lazy, composer } = useChat();

  useEffect(() => {
    if (entries.read()) void lazy.inputControls.load();
  }, []);

  // As long as the frame lives; at once, so that no key is lost.
  useLayoutEffect(() => {
    document.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (document.activeElement !== document.body || dialogs.isAnyOpen()) return;
      if (key === "Escape") close?.();
      // The browser types a letter into what has the focus by then.
      else if (key.length === 1 && !ctrlKey && !metaKey) composer.current?.focus();
    });
  }, []);

  useEffect(() => keepFocus(composer), []);

  return <Announcer />;
}
