import { withNumbers, wordsOf } from "@servicechat/markdown";
import type { Conversation, ReplyEntry } from "../../conversation/conversation.ts";
import { blocksOfPart, citationsOf } from "./citations-of.ts";

/** The words of an answer that has ended, with the numbers of its sources as they are drawn. */
export function wordsOfReply(reply: ReplyEntry, conversation: Conversation): string {
  const citations = citationsOf(reply, conversation);
  return reply.parts
    .flatMap((part) => (part.type === "text" ? [wordsOf(withNumbers(blocksOfPart(part), citations))] : []))
    .join("\n");
}
