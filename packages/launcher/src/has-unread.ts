import type { Tag } from "./read-tag.ts";

/** Whether the browser has noted that something waits unread in this chat (`later/count-unread.ts`). */
export function hasUnread({ keyId }: Tag): boolean | void {
  try {
    return `servicechat:unread:${keyId}` in sessionStorage;
  } catch {} // a page without storage
}
