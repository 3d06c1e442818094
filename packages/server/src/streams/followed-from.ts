import { parseChatEventId, parseEventId } from "@servicechat/contract";
import type { ChatPosition, SessionRecord, Storage } from "@servicechat/storage";

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

/** A reader's starting position; `undefined` if its position does not belong to this chat. */
export async function findStart(
  { conversations, handoffs }: Pick<Storage, "conversations" | "handoffs">,
  { id: sessionId, turns, holding }: SessionRecord,
  lastEventId: string | undefined,
): Promise<Pick<FollowedFrom, "position" | "eventId" | "reply"> | undefined> {
  if (lastEventId === undefined) {
    const [open] = await conversations.openReplies(sessionId);
    const turn = open ? open.turn - 1 : turns;
    const [last] = await conversations.readTurns({ sessionId, after: turn - 1, limit: 1 });
    const anchor = turn > 0 && last ? uuidIn(last.reply.id) : uuidIn(sessionId);
    return { position: { turn, epoch: holding?.epoch ?? 0 }, eventId: `evt_${anchor}` };
  }
  const reply = parseEventId(lastEventId);
  const anchor = reply ? uuidIn(reply.replyId) : parseChatEventId(lastEventId);
  if (anchor === undefined) return undefined;
  const position = await handoffs.findPosition({ sessionId, id: anchor });
  if (!position) return undefined;
  return {
    position,
    eventId: lastEventId,
    ...(reply && { reply: { replyId: reply.replyId, after: reply.seq } }),
  };
}

/** The UUID of an id. */
function uuidIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
