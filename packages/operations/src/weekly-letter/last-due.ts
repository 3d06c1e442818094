import { letterDays } from "@servicechat/contract/admin";
import type { LetterSetting } from "./letter-setting.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The last moment, now or before, at which the day and hour of a letter began. On a day that skips the hour, since clocks
 * are put forward, it is the next one; on a day that has it twice, the first.
 */
export function lastDue({ day, hour, zone }: LetterSetting, now: number): number {
  const localNow = localTime(zone);
  const today = Math.floor(localNow(now) / dayMs) * dayMs;
  // Days are counted from Monday, and 1 January 1970 was a Thursday.
  const weekday = (today / dayMs + 3) % 7;
  const date = today - ((weekday - letterDays.indexOf(day) + 7) % 7) * dayMs;
  const due = momentOf(date + hour * hourMs, localNow);
  return due <= now ? due : momentOf(date - 7 * dayMs + hour * hourMs, localNow);
}

/** The first moment at which clocks show a time, or at which they are put forward past it. */
function momentOf(local: number, localNow: (at: number) => number): number {
  const offsetAt = (at: number) => localNow(at) - at;
  const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)];
  const moments = [local - Math.max(before, after), local - Math.min(before, after)];
  return moments.find((at) => localNow(at) === local) ?? local - before;
}

/** The local time in a zone, as if it were UTC. */
function localTime(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const [year = 0, month = 1, ...rest] = (
      ["year", "month", "day", "hour", "minute", "second"] as const
    ).map((type) => Number(parts.find((part) => part.type === type)?.value));
    const [date = 1, hours = 0, minutes = 0, seconds = 0] = rest;
    return Date.UTC(year, month - 1, date, hours, minutes, seconds);
  };
}
