import type { Tag } from "./read-tag.ts";

/**
 * Whether the browser has noted that something waits unread in this chat (`later/count-unread.ts`). In a tab's first page it
 * has noted nothing unless that was loaded anew, and nobody looks: the page would stand still for the first look.
 */
export function hasUnread({ keyId }: Tag): boolean | void {
  try {
    // oxlint-disable-next-line no-deprecated -- what replaces it takes three times the bytes
    return (
      history.length + performance.navigation.type > 1 && `servicechat:unread:${keyId}` in sessionStorage
    );
  } catch {} // a page without storage
}
