/** A day such as `2026-11-26`, formatted for a language. */
export function dayText(day: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
