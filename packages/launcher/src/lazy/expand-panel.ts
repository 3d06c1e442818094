import type { PanelCore } from "../core.ts";
import { phone } from "./draw-panel.ts";

/**
 * In the page's own storage: the visitor's preference applies to every page of the site, even before the frame has
 * loaded.
 */
const name = "servicechat:expanded";

/**
 * Expands the panel beside the page, and remembers it for the site.
 *
 * @param tell called with whether the panel is expanded each time that changes; with `undefined` if the panel fills the
 *   screen anyway
 */
export function expandPanel({ dock, signal }: PanelCore, tell: (expanded: boolean | undefined) => void) {
  const screen = matchMedia(phone);
  let isExpanded = isKept();

  function current(): boolean | undefined {
    return screen.matches ? undefined : isExpanded;
  }

  function draw(): void {
    dock.classList.toggle("wide", isExpanded);
  }

  draw();
  screen.addEventListener("change", () => tell(current()), { signal });
  return {
    current,
    change(expanded: boolean): void {
      isExpanded = expanded;
      keep(isExpanded);
      draw();
      tell(current());
    },
  };
}

function isKept(): boolean {
  try {
    return name in localStorage;
  } catch {
    return false; // a page without storage
  }
}

function keep(isExpanded: boolean): void {
  try {
    if (isExpanded) localStorage.setItem(name, "1");
    else localStorage.removeItem(name);
  } catch {}
}
