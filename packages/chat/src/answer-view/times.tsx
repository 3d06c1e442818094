import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Line } from "../conversation/conversation.ts";
import { maxPause } from "./groups.ts";
import { useChat } from "../context/chat-context.ts";
import { dayName, isoDay } from "./day-name.ts";

/**
 * A line before an entry that begins another day, or follows after a pause. There is none before the first if that was
 * just said. While an answer grows, times are not computed again.
 *
 * @param index the index of the entry among all
 */
export function TimeLine({
  entries,
  index,
}: {
  entries: readonly Line[];
  index: number;
}): JSX.Element | null {
  const { network } = useChat();
  const at = timeOf(entries[index]);
  const before = timeBefore(entries, index);
  const day = at !== undefined && before === undefined ? dayOf(network.now()) : undefined;
  return useMemo(() => {
    if (at === undefined) return null;
    const other = before ?? network.now();
    const isOtherDay = dayOf(at) !== dayOf(other);
    return isOtherDay || Math.abs(at - other) > maxPause ? <Time at={at} isOtherDay={isOtherDay} /> : null;
  }, [at, before, day]);
}

function Time({ at, isOtherDay }: { at: number; isOtherDay: boolean }): JSX.Element {
  const { network, words } = useChat();
  const { short } = timeFormats(words.lang);
  return (
    <li class="day">
      <time dateTime={isOtherDay ? isoDay(at) : new Date(at).toISOString()}>
        {isOtherDay && <b>{dayName(at, network.now(), words.lang)}</b>} <bdi>{short.format(at)}</bdi>
      </time>
    </li>
  );
}

const dayOf = (at: number): string => new Date(at).toDateString();

const timeOf = (entry: Line | undefined): number | undefined =>
  entry?.from !== "agent" && !entry?.replaced ? entry?.at : undefined;

/** The time of the last message by anybody but the agent, before an entry that has not been replaced. */
function timeBefore(entries: readonly Line[], index: number): number | undefined {
  for (let at = index - 1; at >= 0; at--) if (timeOf(entries[at]) !== undefined) return timeOf(entries[at]);
  return undefined;
}

/**
 * The time of a message, which screen readers always read: on hover or focus, to the second with its date on its own
 * hover. Between messages of one group there is no room for it.
 */
export function TimeNote({ at, isEnd }: { at: number; isEnd: boolean | undefined }): JSX.Element {
  const { exact, short } = timeFormats(useChat().words.lang);
  const date = new Date(at);
  return (
    <time class={isEnd ? "time" : "time unseen"} dateTime={date.toISOString()} title={exact.format(date)}>
      {short.format(date)}
    </time>
  );
}

const kept = new Map<string, { readonly exact: Intl.DateTimeFormat; readonly short: Intl.DateTimeFormat }>();

/** The date formats of a language. Cached: creating them takes a hundred times as long as using them. */
function timeFormats(lang: string) {
  const formats = kept.get(lang) ?? {
    exact: new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "medium" }),
    short: new Intl.DateTimeFormat(lang, { timeStyle: "short" }),
  };
  kept.set(lang, formats);
  return formats;
}
