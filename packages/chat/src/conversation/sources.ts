import type { ToolRow } from "@servicechat/contract";
import type { Conversation, ReplyEntry } from "./conversation.ts";

/** A source that an answer can cite. */
export type Source = ToolRow & { readonly number: number };

/** The rows of a reply's tools, use by use; the same lists as long as nothing new was found. */
export const rowsOf = ({ parts }: ReplyEntry): readonly (readonly ToolRow[])[] =>
  parts.flatMap((part) => (part.type === "tool" && part.rows ? [part.rows] : []));

/** The sources among rows, each once, by number. */
export function sourcesIn(rows: readonly (readonly ToolRow[])[]): ReadonlyMap<number, Source> {
  const sources = rows.flat().filter(isSource);
  return new Map(sources.sort((one, other) => one.number - other.number).map((each) => [each.number, each]));
}

const isSource = (row: ToolRow): row is Source => typeof row.number === "number";

/** The source of a number that a reply cites without having found it itself: the newest before it. */
export function earlierSource(
  conversation: Conversation,
  reply: ReplyEntry,
  number: number,
): Source | undefined {
  const at = conversation.findLastIndex(({ key }) => key === reply.key);
  const found = conversation
    .slice(0, at)
    .findLast((entry) => entry.from === "agent" && sourcesIn(rowsOf(entry)).has(number));
  return found?.from === "agent" ? sourcesIn(rowsOf(found)).get(number) : undefined;
}
