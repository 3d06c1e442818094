import type { ToolRow } from "@servicechat/contract";
import type { Mark } from "../markdown/tree.ts";
import type { Conversation, ReplyEntry } from "./conversation.ts";

/** A source that an answer can cite. */
export type Source = ToolRow & { readonly number: number };

/** The rows of a reply's tools, use by use; the same lists as long as nothing new was found. */
export const rowsOf = ({ parts }: ReplyEntry): readonly (readonly ToolRow[])[] =>
  parts.flatMap((part) => (part.type === "tool" && part.rows ? [part.rows] : []));

/** The sources among rows, each once, by number. */
export function sourcesIn(rows: readonly (readonly ToolRow[])[]): ReadonlyMap<Mark, Source> {
  const sources = rows.flat().filter(isSource);
  return new Map(sources.sort((one, other) => one.number - other.number).map((each) => [each.number, each]));
}

const isSource = (row: ToolRow): row is Source => typeof row.number === "number";

/** The source that a reply cites without having found it itself: the newest of that number before it. */
export function earlierSource(conversation: Conversation, reply: ReplyEntry, mark: Mark): Source | undefined {
  const at = conversation.findLastIndex(({ key }) => key === reply.key);
  const found = conversation
    .slice(0, at)
    .findLast((entry) => entry.from === "agent" && sourcesIn(rowsOf(entry)).has(mark));
  return found?.from === "agent" ? sourcesIn(rowsOf(found)).get(mark) : undefined;
}
