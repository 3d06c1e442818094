import type { CitationLabel, ToolRow } from "@servicechat/contract";
import type { Conversation, ReplyEntry } from "../../conversation/conversation.ts";

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
