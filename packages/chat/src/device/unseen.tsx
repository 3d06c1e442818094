import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Announcer } from "./announcer.tsx";
import { useChat } from "../context/chat-context.ts";
import { keepFocus } from "./keep-focus.ts";

/**
 * What the chat does besides what is seen: it tells a screen reader what is new, fetches what is needed to go on with
 * what was filled in on the page before, keeps the focus when its control goes, and takes the keys that are pressed while
 * nothing has the focus. Safari lets a frame of another site give it to nobody before the first key or press in it.
 */
export function Unseen(): JSX.Element {
  const { close, dialogs, entries, lazy, prompt } = useChat();

  useEffect(() => {
    if (entries.read()) void lazy.controls.load();
  }, []);

  // As long as the frame lives.
  useEffect(() => {
    document.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (document.activeElement !== document.body || dialogs.isAnyOpen()) return;
      if (key === "Escape") close?.();
      // The browser writes a letter where the focus is by then.
      else if (key.length === 1 && !ctrlKey && !metaKey) prompt.current?.focus();
    });
  }, []);

  useEffect(() => keepFocus(prompt), []);

  return <Announcer />;
}
