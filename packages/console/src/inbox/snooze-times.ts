/** A time that is offered for a chat to come back. */
export interface SnoozeTime {
  readonly name: "hour" | "evening" | "tomorrow" | "monday";
  readonly until: Date;
}

/** The hours at which an evening and a day of work begin, on the clock of the person. */
const [evening, morning] = [18, 9];

/** From this long before the evening on it is no longer offered, in hours. */
const soon = 1;

/** Times that are offered at a moment, in the time zone of the browser, earliest first. */
export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const at = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { name: "hour", until: new Date(Math.ceil((now.getTime() + 3_600_000) / 60_000) * 60_000) },
    ...(now.getHours() < evening - soon ? ([{ name: "evening", until: at(0, evening) }] as const) : []),
    { name: "tomorrow", until: at(1, morning) },
    // On a Sunday, that is tomorrow.
    ...(toMonday > 1 ? ([{ name: "monday", until: at(toMonday, morning) }] as const) : []),
  ];
}

/** A time that is to come, as short as it is clear: the hour, tomorrow, the weekday, or the date. */
export function untilText(until: Date, now: Date, lang: string): string {
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const time = new Intl.DateTimeFormat(lang, clock).format(until);
  const days = Math.round((startOfDay(until) - startOfDay(now)) / 86_400_000);
  if (days <= 0) return time;
  const day =
    days === 1
      ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(1, "day")
      : new Intl.DateTimeFormat(
          lang,
          days < 7
            ? { weekday: "long" }
            : {
                day: "numeric",
                month: "short",
                ...(until.getFullYear() !== now.getFullYear() && { year: "numeric" }),
              },
        ).format(until);
  return `${day}, ${time}`;
}

/** Rounding takes care of days that have an hour more or less. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
