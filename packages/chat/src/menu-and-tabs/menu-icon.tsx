import type { JSX } from "preact";
import { outline } from "../screens/icon.tsx";

/** Outlines of the menu's icons and of those beside it, on a 24 by 24 grid. */
const outlines = {
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  person: "M12 12.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.8 20c.7-3.2 3.6-4.8 7.2-4.8s6.5 1.6 7.2 4.8",
  back: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3",
  compose: "M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4z",
  past: "M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 4v4h4M12 8v4.5l3 1.8",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  erase: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.3 11v5M13.7 11v5",
  expand: "M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6",
  shrink: "M13 6v5h5M19 5l-6 6M11 18v-5H6M5 19l6-6",
} as const;

/** An icon of the menu, or beside it. */
export type MenuIconName = keyof typeof outlines;

/** Draws one. @param size its width and height in pixels */
export function menuIcon(name: MenuIconName, size?: number): JSX.Element {
  return outline(name, outlines[name], size);
}
