import { ownDocument } from "./own-document.ts";
import type { Tag } from "./read-tag.ts";

/**
 * Calls `look` at every change of the page, with our tag if it is on it: the same, or one in another place, as after a
 * navigation that replaced the body.
 */
export function watchPage(tag: Tag, signal: AbortSignal, onChange: (found: Element | null) => void): void {
  let script: Element | null = tag.script;
  const observer = new MutationObserver(() => {
    if (!script?.isConnected) script = ownDocument.querySelector(`script[data-agent-key=${tag.key}]`);
    onChange(script);
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.onabort = () => observer.disconnect(); // nobody else sets it
}
