import type { CitationLabel, ToolRow, TextPart } from "@servicechat/contract";
import {
  numberCitations,
  blocksOf,
  withNumbers,
  wordsOf,
  type Block,
  type Citations,
} from "@servicechat/markdown";
import type { ReplyEntry, Conversation } from "../conversation/conversation.ts";

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

/** The rows of a reply's tools, one list for each use; the same lists as long as nothing new was found. */
export const rowsOf = ({ parts }: Pick<ReplyEntry, "parts">): readonly (readonly ToolRow[])[] =>
  parts.flatMap((part) => (part.type === "tool" && part.rows ? [part.rows] : []));

/** The sources among rows, each once. Their `number` is the wire's, which all answers of a conversation share. */
export const sourcesIn = (rows: readonly (readonly ToolRow[])[]): ReadonlyMap<CitationLabel, ToolRow> =>
  new Map(rows.flat().flatMap((row) => (row.number === undefined ? [] : [[row.number, row] as const])));

/** The source that a reply cites without having found it itself: the most recent one with that number before it. */
export function earlierSource(
  conversation: Conversation,
  reply: ReplyEntry,
  label: CitationLabel,
): ToolRow | undefined {
  const at = conversation.findLastIndex(({ key }) => key === reply.key);
  const found = conversation
    .slice(0, at)
    .findLast((entry) => entry.from === "agent" && sourcesIn(rowsOf(entry)).has(label));
  return found?.from === "agent" ? sourcesIn(rowsOf(found)).get(label) : undefined;
}

/** The words of an answer that has ended, with the numbers of its sources as they are drawn. */
export function wordsOfReply(reply: ReplyEntry, conversation: Conversation): string {
  const citations = citationsOf(reply, conversation);
  return reply.parts
    .flatMap((part) => (part.type === "text" ? [wordsOf(withNumbers(blocksOfPart(part), citations))] : []))
    .join("\n");
}
