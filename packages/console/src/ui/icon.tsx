import type { JSX } from "preact";

/** Outlines on a 24 by 24 grid. */
const outlines = {
  home: "M4 11.5 12 4.5l8 7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z",
  chats:
    "M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5z",
  agents:
    "M7 8.5h10a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2zM12 8.5V5M12 5v-.5M9.5 13v1M14.5 13v1M2.8 12.5v3M21.2 12.5v3",
  usage: "M5 20V13M10 20V5M15 20v-9M20 20V8",
  keys: "M14.5 14a5 5 0 1 1 0-10 5 5 0 0 1 0 10zM10.8 12.4 4 19.2V20.5h3v-2h2v-2h2l1.4-1.4M15.8 8.2v.1",
  settings:
    "M4 7.5h9M17.5 7.5H20M15.2 9.8a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM4 16.5h2.5M11 16.5h9M8.8 18.8a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  send: "M12 19V5M5.5 11.5 12 5l6.5 6.5",
  search: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 20 20",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 8v5M12 16.4v.1M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z",
  chevron: "M7 10l5 5 5-5",
  forward: "M9 6l6 6-6 6",
  back: "M15 6l-6 6 6 6",
  out: "M9 7h8v8M17 7 7 17",
  copy: "M9 9h10v10H9zM5 15V5h10",
  cross: "M7 7l10 10M17 7 7 17",
  plus: "M12 5v14M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M6 12v.01M12 12v.01M18 12v.01",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5",
  up: "M7.5 11v8.5H4.5V11zM7.5 11l4-7c1.4 0 2.3 1 2 2.5L13 10h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.3 6.2a2 2 0 0 1-2 1.5H7.5",
  down: "M16.5 13V4.5h3V13zM16.5 13l-4 7c-1.4 0-2.3-1-2-2.5L11 14H5.5A1.5 1.5 0 0 1 4 12.2L5.3 6a2 2 0 0 1 2-1.5h9.2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.8 3.8-6 7.5-6s6.700 2.200 7.5 6",
  tool: "M14.500 6.500a4.200 4.200 0 0 1 5.300-2l-2.700 2.700 1.900 1.900 2.600-2.600a4.200 4.200 0 0 1-5.700 5.200L8 19.600a2 2 0 0 1-2.900 0l-.7-.7a2 2 0 0 1 0-2.900l8-7.900c-.1-.5.600-1.100 2.100-1.600z",
  book: "M5 5.500A1.500 1.500 0 0 1 6.500 4H19v13H6.500A1.500 1.500 0 0 0 5 18.500zM5 18.500A1.500 1.500 0 0 0 6.500 20H19v-3M9 8h6",
  clock: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7.500V12l3 2",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17",
  passkey:
    "M9.500 11.500a3.800 3.800 0 1 0 0-7.500 3.800 3.800 0 0 0 0 7.500zM3 20c.6-3.500 3.200-5.500 6.500-5.500 1.300 0 2.500.3 3.500.9M17.500 14.500a2.800 2.800 0 1 0-1.200-5.300 2.800 2.800 0 0 0-.3 4.800V20l1.500 1 1.500-1.500-1-1.200 1-1.300z",
  globe:
    "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM3 12h18M12 3c2.500 2.500 3.800 5.500 3.800 9s-1.300 6.500-3.800 9c-2.500-2.500-3.800-5.500-3.800-9S9.500 5.500 12 3z",
  shield: "M12 3.500 19 6v6c0 4.300-2.900 7.300-7 8.500-4.100-1.200-7-4.200-7-8.500V6z",
  heart: "M4 12h3.500l2-5 4 10 2.500-5H20",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof outlines;

/** A small drawing in the colour of the text around it. It says nothing to a screen reader. */
export function icon(name: IconName, size = 18): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}

/** The mark of the product. */
export function productMark(size = 24): JSX.Element {
  return (
    <svg class="product-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect class="mark-ground" width="24" height="24" rx="7" />
      <path
        class="mark-face"
        d="M12 5.700c3.900 0 7 2.500 7 5.900s-3.100 5.900-7 5.900c-.7 0-1.400-.1-2-.2l-3.400 2c-.4.200-.9-.1-.8-.6l.4-2.700c-1.400-1.100-2.200-2.700-2.200-4.400 0-3.400 3.100-5.900 7-5.900z"
      />
      <path class="mark-smile" d="M9.400 12.200c.6 1.100 1.500 1.700 2.600 1.700s2-.6 2.600-1.700" />
    </svg>
  );
}
