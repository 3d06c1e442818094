import type { ChatPosition } from "@servicechat/storage";

/** Which chat is followed, and from where. */
export interface FollowedFrom {
  readonly sessionId: string;
  /** Of the session token that the reader has. */
  readonly tokenHash: string;
  readonly keyId: string;
  /** Of the page; `undefined` where the key needs none. */
  readonly origin: string | undefined;
  /** Whether the visitor sees it: not in a hidden tab. */
  readonly isSeen: boolean;
  /** When the chat began. */
  readonly createdAt: number;
  readonly position: ChatPosition;
  /** The id of the event at the position: the reader's own `Last-Event-ID`, if it has sent one. */
  readonly eventId: string;
  /** A reply that the reader knows up to an event; it continues from there. */
  readonly reply?: { readonly replyId: string; readonly after: number };
}
