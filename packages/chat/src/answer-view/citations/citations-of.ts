import type { TextPart } from "@servicechat/contract";
import { blocksOf, numberCitations, type Block, type Citations } from "@servicechat/markdown";
import type { Conversation, ReplyEntry } from "../../conversation/conversation.ts";
import { earlierSource, rowsOf, sourcesIn } from "./sources.ts";

// What was read from an entry, which never changes: it is released with the entry.
const ended = new WeakMap<ReplyEntry, Citations>();
const read = new WeakMap<TextPart, readonly Block[]>();

/** The blocks of one text of a reply, parsed only once. */
export const blocksOfPart = (part: TextPart): readonly Block[] =>
  read.get(part) ?? keepBlocks(part, blocksOf(part.text));

/**
 * Stores the blocks of a text that was parsed completely: when an answer ends, it is drawn, announced and checked for
 * citations.
 */
export function keepBlocks(part: TextPart, blocks: readonly Block[]): readonly Block[] {
  read.set(part, blocks);
  return blocks;
}

/** The citations of a reply that has ended; the same object for the same reply. */
export function citationsOf(reply: ReplyEntry, conversation: Conversation): Citations {
  const known = ended.get(reply);
  if (known) return known;
  const blocks = reply.parts.flatMap((part) => (part.type === "text" ? blocksOfPart(part) : []));
  const citations = numberCitations(blocks, {
    found: sourcesIn(rowsOf(reply)),
    earlier: (label) => earlierSource(conversation, reply, label),
    isGrowing: false,
  });
  ended.set(reply, citations);
  return citations;
}
