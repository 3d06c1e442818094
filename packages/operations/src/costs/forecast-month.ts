import { rounded } from "./price-book.ts";

const dayMs = 86_400_000;
/** The whole days before now whose average the rest of the month is expected to be: each day of the week once. */
const daysBack = 7;

/**
 * The forecast cost of a month: the cost so far, and for the remaining time the average of the last seven whole days,
 * or of as many as there are since the first with a cost.
 *
 * @param costs the cost of each day, by its first moment in UTC, from seven days before the month on
 * @returns `null` before a whole day is over
 */
export function forecastMonth({
  costs,
  from,
  to,
  now,
}: {
  readonly costs: ReadonlyMap<number, number>;
  readonly from: number;
  readonly to: number;
  readonly now: number;
}): number | null {
  const today = Math.floor(now / dayMs) * dayMs;
  const first = Math.min(...[...costs].filter(([, cost]) => cost > 0).map(([day]) => day));
  const since = Math.max(today - daysBack * dayMs, first);
  if (since >= today) return null;
  const average = sum(costs, since, today) / ((today - since) / dayMs);
  const spent = sum(costs, from, to);
  // The rest of today is expected to cost the average too.
  return rounded(spent + (average * (to - now)) / dayMs);
}

function sum(costs: ReadonlyMap<number, number>, from: number, to: number): number {
  return [...costs].reduce((total, [day, cost]) => (day >= from && day < to ? total + cost : total), 0);
}
