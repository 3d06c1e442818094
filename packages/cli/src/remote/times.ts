/** A time of the API in milliseconds since 1970. */
export function msOf(time: string): number {
  return Date.parse(time);
}

/** The same where there may be none. */
export function msOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** A moment as a query of the API says it; `undefined` for none. */
export function momentOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
