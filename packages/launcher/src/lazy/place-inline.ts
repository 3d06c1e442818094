import type { PanelCore } from "../core.ts";

/**
 * Keeps the widget in the element of the page that `data-target` names: now or as soon as there is one, and again if
 * the page renders it again. Without such an element the chat waits.
 *
 * @param placed called each time that the widget was put somewhere
 */
export function placeInline(core: PanelCore, placed: () => void): void {
  const { tag, dock, signal, isolate, api } = core;
  /** How often a page may remove the chat from the same element before it stays removed. */
  const patience = 10;
  const selector = tag.data["target"] ?? "";
  const { host } = dock.getRootNode() as ShadowRoot;
  let last: Element | undefined;
  let mended = 0;

  function place(): void {
    const target = host.isConnected ? null : core.document.querySelector(selector);
    if (!target) return;
    if (target === last && ++mended > patience) return api.destroy();
    if (target !== last) mended = 0;
    last = target;
    target.append(host);
    placed();
  }

  const observer = new MutationObserver(place);
  signal.addEventListener("abort", () => observer.disconnect());
  isolate(() => {
    try {
      place();
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ["id", "class"] });
    } catch {
      api.destroy();
      throw new Error(`data-target: ${selector} is not a selector.`);
    }
  });
}
