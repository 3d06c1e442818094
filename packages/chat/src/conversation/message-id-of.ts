import { messageIdOfReply, parseEventId } from "@servicechat/contract";
import type { ReplyEntry } from "./conversation.ts";

/** The id by which the service knows a reply as a message; `undefined` while it is not known. */
export function messageIdOf({ key, lastEventId }: ReplyEntry): string | undefined {
  const position = parseEventId(lastEventId ?? "");
  if (position) return messageIdOfReply(position.replyId);
  return key.startsWith("msg_") ? key : undefined;
}
