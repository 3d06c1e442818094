/** A time from the API in milliseconds since 1970. */
export function msOf(time: string): number {
  return Date.parse(time);
}

/** The same for a time that may be `null`. */
export function msOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** A moment as a query parameter of the API; `undefined` for none. */
export function momentOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
