import type { JSX } from "preact";
import { useChat } from "./chat-context.ts";
import { dayName, isoDay } from "./day-name.ts";

/** The day of what follows. */
export function DayLine({ at }: { at: number }): JSX.Element {
  const { lang } = useChat().words;
  return (
    <li class="day">
      <time dateTime={isoDay(at)}>{dayName(at, Date.now(), lang)}</time>
    </li>
  );
}

/** When something was sent, quietly; to the second and with its date when pointed at. */
export function TimeNote({ at }: { at: number }): JSX.Element {
  const { lang } = useChat().words;
  const date = new Date(at);
  const exact = new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "medium" }).format(date);
  return (
    <time class="time" dateTime={date.toISOString()} title={exact}>
      {new Intl.DateTimeFormat(lang, { timeStyle: "short" }).format(date)}
    </time>
  );
}
