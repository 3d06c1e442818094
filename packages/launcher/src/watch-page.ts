import type { Tag } from "./read-tag.ts";

/** How often a page may take the widget away before it is taken at its word. */
const patience = 10;

interface Parts {
  readonly tag: Tag;
  /** Whether the widget was taken off the page. */
  readonly isMissing: () => boolean | undefined;
  readonly attach: () => void;
  readonly destroy: () => void;
  readonly signal: AbortSignal;
}

/**
 * Follows what the page does to our two elements. The tag gone means the launcher's end, unless the page has the same tag
 * elsewhere now, as after a visit that swapped the body. The widget gone under a tag that stays is an accident of the
 * page's framework, mended a few times.
 */
export function watchPage({ tag, isMissing, attach, destroy, signal }: Parts): void {
  let script: Element | null = tag.script;
  let mended = 0;
  const observer = new MutationObserver(() => {
    if (!script?.isConnected) script = document.querySelector(`script[data-agent-key="${tag.key}"]`);
    if (script && !isMissing()) return;
    if (script && mended++ < patience) attach();
    else destroy();
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.onabort = () => observer.disconnect(); // nobody else sets it
}
