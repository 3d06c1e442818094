import type { Core } from "../core.ts";

/**
 * Where a keyboard covers the page rather than making it smaller, as on telephones and tablets, an open chat has the part
 * that can be seen (`panelStyles`).
 */
export function keepAboveKeyboard({ dock, signal }: Core): void {
  function fit(this: VisualViewport): void {
    // Zooming in also makes that part smaller, and moves it: there the chat stays where it is.
    const isZoomed = this.scale !== 1;
    const { currentCSSZoom: scale = 1 } = dock as Partial<HTMLElement>; // of a page that draws itself larger
    dock.style.setProperty("--top", isZoomed ? "" : `${this.offsetTop / scale}px`);
    dock.style.setProperty("--height", isZoomed ? "" : `${this.height / scale}px`);
  }
  for (const type of ["resize", "scroll"] as const) visualViewport?.addEventListener(type, fit, { signal });
}
