import type { UsageReport } from "@servicechat/contract/admin";

const dayMs = 86_400_000;

/** How many chats began in each hour of the browser's time zone. */
export interface Hours {
  /** Today's, from midnight up to the present hour. */
  readonly today: readonly number[];
  /** Those of the same day a week ago. */
  readonly weekAgo: readonly number[];
  /** Those of the last seven days, the oldest first and today last. */
  readonly days: readonly { readonly midnight: Date; readonly hours: readonly number[] }[];
}

/** The first moment of a day in the browser's time zone, which many days before. */
export function midnightOf(date: Date, daysBefore = 0): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore);
}

/** @param items usage by the hour, at least of the last eight days */
export function readHours(items: UsageReport["items"], now: Date): Hours {
  const today = midnightOf(now).getTime();
  const days = Array.from({ length: 8 }, () => Array.from({ length: 24 }, () => 0));
  for (const { at, chats } of items) {
    const date = new Date(at);
    // A day has 23 or 25 hours when clocks change.
    const hours = days[Math.round((today - midnightOf(date).getTime()) / dayMs)];
    if (hours) hours[date.getHours()] = (hours[date.getHours()] ?? 0) + chats;
  }
  const [ofToday = [], ...before] = days;
  return {
    today: ofToday.slice(0, now.getHours() + 1),
    weekAgo: before.at(-1) ?? [],
    days: days
      .slice(0, 7)
      .map((hours, daysBefore) => ({ midnight: midnightOf(now, daysBefore), hours }))
      .toReversed(),
  };
}

/** The chats up to a time of the day, of which the hour that runs counts by its share. */
export function chatsUntil(hours: readonly number[], now: Date): number {
  const whole = hours.slice(0, now.getHours()).reduce((sum, chats) => sum + chats, 0);
  return Math.round(whole + ((hours[now.getHours()] ?? 0) * now.getMinutes()) / 60);
}

/** The sums of what came before each value and of itself. */
export function cumulative(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
