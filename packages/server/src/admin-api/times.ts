/** A time as the API writes it: RFC 3339 in UTC, with milliseconds. */
export function timeOf(at: number): string;
/** The same; `null` stays. */
export function timeOf(at: number | null): string | null;
export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
