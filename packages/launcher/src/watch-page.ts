/** How often a page may take the widget away before it is taken at its word. */
const patience = 10;

interface Parts {
  readonly script: Element;
  readonly key: string;
  /** Whether the widget was taken off the page. */
  readonly isMissing: () => boolean;
  readonly attach: () => void;
  readonly destroy: () => void;
  readonly signal: AbortSignal;
}

/**
 * Follows what the page does to our two elements. The tag gone means the launcher's end, unless the page has the same tag
 * elsewhere now, as after a visit that swapped the body. The widget gone under a tag that stays is an accident of the
 * page's framework, mended a few times.
 */
export function watchPage({ script, key, isMissing, attach, destroy, signal }: Parts): void {
  let tag: Element | null = script;
  let mended = 0;
  const observer = new MutationObserver(() => {
    if (!tag?.isConnected) tag = document.querySelector(`script[data-agent-key="${key}"]`);
    if (tag && !isMissing()) return;
    if (tag && mended++ < patience) attach();
    else destroy();
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}
