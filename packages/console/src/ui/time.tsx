import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";

/** A recent time in words, with the exact one as a tooltip. */
export function Time({ at }: { at: string }): JSX.Element {
  const { words } = useConsole();
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact(date, words.lang)}>
      {near(date, words.lang, words.common.now)}
    </time>
  );
}

/** Date and time in full. */
export function exact(date: Date, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "medium" }).format(date);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function near(date: Date, lang: string, now: string): string {
  const ago = Date.now() - date.getTime();
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "narrow" });
  if (Math.abs(ago) < minute) return now;
  if (Math.abs(ago) < hour) return relative.format(-Math.round(ago / minute), "minute");
  if (Math.abs(ago) < day) return relative.format(-Math.round(ago / hour), "hour");
  if (Math.abs(ago) < 7 * day) return relative.format(-Math.round(ago / day), "day");
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(lang, {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  }).format(date);
}

/** A duration in milliseconds, formatted for people. */
export function duration(ms: number, lang: string): string {
  const isShort = ms < 1000;
  return new Intl.NumberFormat(lang, {
    style: "unit",
    unit: isShort ? "millisecond" : "second",
    unitDisplay: "narrow",
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1000);
}

/** A number, formatted for people. */
export function count(value: number, lang: string): string {
  return new Intl.NumberFormat(lang).format(value);
}

/** A number that may be very large, to three digits, such as `4.83M`. */
export function compactCount(value: number, lang: string): string {
  return new Intl.NumberFormat(lang, { notation: "compact", maximumSignificantDigits: 3 }).format(value);
}
