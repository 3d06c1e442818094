import type { Conversation, ReplyEntry } from "../conversation/conversation.ts";
import { earlierSource, rowsOf, sourcesIn } from "../conversation/sources.ts";
import { numberCitations, type Citations } from "./number-citations.ts";
import { blocksOf } from "./read-blocks.ts";
import type { Block } from "./tree.ts";

type TextPart = Extract<ReplyEntry["parts"][number], { readonly type: "text" }>;

const ended = new WeakMap<ReplyEntry, Citations>();
const read = new WeakMap<TextPart, readonly Block[]>();

/** The blocks of one text of a reply, which are read once. */
export function blocksOfPart(part: TextPart): readonly Block[] {
  const blocks = read.get(part) ?? blocksOf(part.text);
  read.set(part, blocks);
  return blocks;
}

/** What a reply cites that has ended; the same object for the same reply. */
export function citationsOf(reply: ReplyEntry, conversation: Conversation): Citations {
  const known = ended.get(reply);
  if (known) return known;
  const blocks = reply.parts.flatMap((part) => (part.type === "text" ? blocksOfPart(part) : []));
  const citations = numberCitations(blocks, {
    found: sourcesIn(rowsOf(reply)),
    earlier: (mark) => earlierSource(conversation, reply, mark),
    isGrowing: false,
  });
  ended.set(reply, citations);
  return citations;
}
