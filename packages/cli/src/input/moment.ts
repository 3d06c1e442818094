import { InvalidArgumentError } from "commander";

/** Reads a date or time from the command line, in milliseconds since 1970. @throws InvalidArgumentError: exit code 2 */
export function moment(text: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
  if (!Number.isNaN(at)) return at;
  throw new InvalidArgumentError("It must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.");
}

/** 31 February does not exist, although it is parsed as a day in March. */
function isDay(date: string): boolean {
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** A moment as the admin API takes it; `undefined` stays. */
export function momentOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
