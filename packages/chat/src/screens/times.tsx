import type { JSX } from "preact";
import { serviceNow } from "../service-time.ts";
import { useChat } from "./chat-context.ts";
import { dayName, isoDay } from "./day-name.ts";

/** The day of what follows. */
export function DayLine({ at }: { at: number }): JSX.Element {
  const { lang } = useChat().words;
  return (
    <li class="day">
      <time dateTime={isoDay(at)}>{dayName(at, serviceNow(), lang)}</time>
    </li>
  );
}

/** When something was sent, quietly; to the second and with its date when pointed at. */
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

/** How times are written in a language. Kept: making these takes a hundred times as long as using them. */
function timeFormats(lang: string) {
  const formats = kept.get(lang) ?? {
    exact: new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "medium" }),
    short: new Intl.DateTimeFormat(lang, { timeStyle: "short" }),
  };
  kept.set(lang, formats);
  return formats;
}
