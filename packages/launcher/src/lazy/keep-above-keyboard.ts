import type { Core } from "../core.ts";

/**
 * If a keyboard covers the page instead of making it smaller, as on phones and tablets, an open chat uses the visible
 * part (`panelStyles`).
 */
export function keepAboveKeyboard({ dock, signal }: Core): void {
  function fit(this: VisualViewport): void {
    // Zooming in also makes that part smaller, and moves it: then the chat stays where it is.
    const isZoomed = this.scale !== 1;
    const { currentCSSZoom: scale = 1 } = dock as Partial<HTMLElement>; // on a page that magnifies itself
    dock.style.setProperty("--top", isZoomed ? "" : `${this.offsetTop / scale}px`);
    dock.style.setProperty("--height", isZoomed ? "" : `${this.height / scale}px`);
  }
  for (const type of ["resize", "scroll"] as const) visualViewport?.addEventListener(type, fit, { signal });
}
