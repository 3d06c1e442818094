/** The name of a day: "Today", "Yesterday", or the date, with the year if it is another one. */
export function dayName(at: number, now: number, lang: string): string {
  const days = dayOf(at) - dayOf(now);
  const name = days === 0 || days === -1 ? nearDay(days, lang) : dateOf(at, now, lang);
  return name.slice(0, 1).toLocaleUpperCase(lang) + name.slice(1);
}

/** The date of a time in the visitor's time zone, in machine-readable form: `2026-11-21`. */
export function isoDay(at: number): string {
  return new Date(dayOf(at) * 86_400_000).toISOString().slice(0, 10);
}

/** The number of the day of a time in the visitor's time zone. */
function dayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

const nearDay = (days: number, lang: string): string =>
  new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");

function dateOf(at: number, now: number, lang: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(lang, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  }).format(at);
}
