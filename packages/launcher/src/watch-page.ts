/** How often a page may take the widget away before it is taken at its word. */
const patience = 10;

interface Parts {
  readonly script: Element;
  /** Whether the widget was taken off the page. */
  readonly isMissing: () => boolean;
  readonly attach: () => void;
  readonly destroy: () => void;
  readonly signal: AbortSignal;
}

/**
 * Follows what the page does to our two elements. The tag gone means the launcher's end; the widget gone under a tag
 * that stays is an accident of the page's framework, mended a few times.
 */
export function watchPage({ script, isMissing, attach, destroy, signal }: Parts): void {
  let mended = 0;
  const observer = new MutationObserver(() => {
    if (script.isConnected && !isMissing()) return;
    if (script.isConnected && mended++ < patience) attach();
    else destroy();
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}
