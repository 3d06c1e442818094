import type { Tag } from "./read-tag.ts";

/**
 * Whether the browser has a note that there are unread messages in this chat (`lazy/count-unread.ts`), or that it was
 * left open (`lazy/keep-open.ts`). In a tab's first page there is none, unless that was reloaded, so it is not read:
 * the first access to storage would block the page.
 */
export function hasNotes({ keyId }: Tag): boolean | void {
  try {
    // oxlint-disable-next-line no-deprecated -- what replaces it takes three times the bytes
    if (history.length + performance.navigation.type > 1)
      return [`unread`, `open`].some((kind) => `servicechat:${kind}:${keyId}` in sessionStorage);
  } catch {} // a page without storage
}
