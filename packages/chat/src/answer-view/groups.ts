import type { Line } from "../conversation/conversation.ts";

/** The longest pause within a group of messages, in milliseconds. After a longer one, the time is shown. */
export const maxPause = 5 * 60_000;

/** Where an entry is among those of its speaker; unknown until answers can be drawn. */
export interface PlaceInGroup {
  /** Whether somebody else speaks for the service than before. */
  readonly namesAuthor?: boolean | undefined;
  /** Whether it continues the group of the entry before it. */
  readonly follows?: boolean | undefined;
  /** Whether it is the last of its group. */
  readonly isEnd?: boolean | undefined;
}

/** The place of the entry with an index. */
export const placeInGroup = (entries: readonly Line[], index: number): PlaceInGroup => ({
  namesAuthor: isOtherAuthor(entries, index),
  follows: continuesGroup(entries[index], entries[index - 1]),
  isEnd: !continuesGroup(entries[index + 1], entries[index]),
});

/** Whether an entry continues the group of the one before it: the same speaker, within a few minutes. */
function continuesGroup(entry: Line | undefined, before: Line | undefined): boolean {
  if (!entry || !before || entry.replaced || before.replaced) return false;
  const isSame =
    entry.from === "person"
      ? before.from === "person" && entry.name === before.name
      : entry.from === "visitor" && before.from === "visitor";
  return isSame && timeOf(entry) - timeOf(before) <= maxPause;
}

const timeOf = (entry: Line): number => ("at" in entry && entry.at) || 0;

/** Whether a person speaks for the service where the AI did before, or the AI where a person did. */
function isOtherAuthor(entries: readonly Line[], index: number): boolean {
  const speaker = entries[index]?.from;
  if (speaker !== "agent" && speaker !== "person") return false;
  for (let at = index - 1; at >= 0; at--) {
    const before = entries[at]?.from;
    if (before === "agent" || before === "person") return before !== speaker;
  }
  return speaker === "person";
}
