import type { Tag } from "./read-tag.ts";

/**
 * Whether the browser has noted that something waits unread in this chat (`lazy/count-unread.ts`), or that it was left open
 * (`lazy/keep-open.ts`). In a tab's first page it has noted nothing unless that was loaded anew, and nobody looks: the page
 * would stand still for the first look.
 */
export function hasNotes({ keyId }: Tag): boolean | void {
  try {
    // oxlint-disable-next-line no-deprecated -- what replaces it takes three times the bytes
    if (history.length + performance.navigation.type > 1)
      return [`unread`, `open`].some((kind) => `servicechat:${kind}:${keyId}` in sessionStorage);
  } catch {} // a page without storage
}
