import type { ToolRow } from "@servicechat/contract";
import type { Mark } from "../markdown/tree.ts";
import type { Conversation, ReplyEntry } from "./conversation.ts";

/** A source that an answer can cite. Its `number` is the wire's, which all answers of a conversation share. */
export type Source = ToolRow;

/** The rows of a reply's tools, use by use; the same lists as long as nothing new was found. */
export const rowsOf = ({ parts }: Pick<ReplyEntry, "parts">): readonly (readonly ToolRow[])[] =>
  parts.flatMap((part) => (part.type === "tool" && part.rows ? [part.rows] : []));

/** The sources among rows, each once. */
export const sourcesIn = (rows: readonly (readonly ToolRow[])[]): ReadonlyMap<Mark, Source> =>
  new Map(rows.flat().flatMap((row) => (row.number === undefined ? [] : [[row.number, row] as const])));

/** The source that a reply cites without having found it itself: the newest of that number before it. */
export function earlierSource(conversation: Conversation, reply: ReplyEntry, mark: Mark): Source | undefined {
  const at = conversation.findLastIndex(({ key }) => key === reply.key);
  const found = conversation
    .slice(0, at)
    .findLast((entry) => entry.from === "agent" && sourcesIn(rowsOf(entry)).has(mark));
  return found?.from === "agent" ? sourcesIn(rowsOf(found)).get(mark) : undefined;
}

/** What a source is called: its place in a document, where that begins with the document's own title. */
export const nameOf = ({ title, detail }: Source): string =>
  detail?.startsWith(title) === true ? detail : title;
