import type { JSX } from "preact";
import type { ActionIcon } from "@servicechat/contract";

/** Outlines on a 24 by 24 grid. */
const outlines = {
  send: "M12 19V5M5.5 11.5 12 5l6.5 6.5",
  stop: "M8 8h8v8H8z",
  close: "M6 9l6 6 6-6",
  search: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 20 20",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 8v5M12 16.4v.1M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z",
  chevron: "M7 10l5 5 5-5",
  forward: "M9 6l6 6-6 6",
  actions: "M13 3.5 5.5 13H11l-.8 7.5L18.5 11H13z",
  out: "M9 7h8v8M17 7 7 17",
  copy: "M9 9h10v10H9zM5 15V5h10",
  cross: "M7 7l10 10M17 7 7 17",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  cart: "M4 5h2l3 10h9l2-7H7M10 19v.1M17 19v.1",
  calendar: "M5 6h14v14H5zM5 10h14M9 4v2M15 4v2",
} as const satisfies Record<ActionIcon, string> & Record<string, string>;

/** The name of an icon. */
type IconName = keyof typeof outlines;

/**
 * A small icon in the colour of the surrounding text, hidden from screen readers. Icons are not components: they have
 * no state, and the first screen has many.
 *
 * @param size its width and height in pixels
 */
export function icon(name: IconName, size?: number): JSX.Element {
  return outline(name, outlines[name], size);
}

/** An outline that is rarely needed, in the same style. */
export function outline(name: string, path: string, size = 20): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
