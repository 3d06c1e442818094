import { messageIdOfReply, parseEventId } from "@servicechat/contract";
import type { ReplyEntry } from "./conversation.ts";

/** The service's id of a reply as a message; `undefined` while it is unknown. */
export function messageIdOf({ key, lastEventId }: ReplyEntry): string | undefined {
  const position = parseEventId(lastEventId ?? "");
  if (position) return messageIdOfReply(position.replyId);
  return key.startsWith("msg_") ? key : undefined;
}
