import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Line } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { dayName, isoDay } from "./day-name.ts";

/**
 * A line before an entry that begins another day. There is none if everything is from today. While an answer grows,
 * days are not computed again.
 *
 * @param index the index of the entry among all
 */
export function DayLine({ entries, index }: { entries: readonly Line[]; index: number }): JSX.Element | null {
  const { network } = useChat();
  const at = timeOf(entries[index]);
  const before = timeBefore(entries, index);
  const day = at !== undefined && before === undefined ? dayOf(network.now()) : undefined;
  return useMemo(() => {
    if (at === undefined || dayOf(at) === (before === undefined ? day : dayOf(before))) return null;
    return <Day at={at} />;
  }, [at, before, day]);
}

function Day({ at }: { at: number }): JSX.Element {
  const { network, words } = useChat();
  return (
    <li class="day">
      <time dateTime={isoDay(at)}>{dayName(at, network.now(), words.lang)}</time>
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

/** The time of a message; to the second and with its date on hover. */
export function TimeNote({ at }: { at: number }): JSX.Element {
  const { exact, short } = timeFormats(useChat().words.lang);
  const date = new Date(at);
  return (
    <time class="time" dateTime={date.toISOString()} title={exact.format(date)}>
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
