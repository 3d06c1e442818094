import type { ModelUse, Usage, UsageGroup, Storage, UsageAmounts, UsageBucket } from "@servicechat/storage";
import { byRole, withinScope } from "../access/operation.ts";
import { readBudget } from "./prices.ts";
import { openPriceBook, rounded } from "./price-book.ts";
import type { Cost, PriceBook } from "./price-book.ts";
import { agentsWithin } from "../paging.ts";

/** Which replies are added up, and by what. */
interface UsageQuery {
  readonly by: UsageGroup;
  /** Asked for at that moment or later; absent: 30 days before `until`, from the beginning of a day on. */
  readonly since?: number;
  /** Asked for before that moment; absent: until now. */
  readonly until?: number;
  readonly agent?: string;
}

/** The totals of replies. */
export interface UsageSum extends Cost, Omit<Usage, "of" | "uses"> {}

const dayMs = 86_400_000;

/** Operations on usage. */
export const usageOperations = {
  /** Replies, tokens and their cost in the scope. A deleted agent's usage remains. */
  read: withinScope("viewer", async ({ storage, now }, { agent, by, ...asked }: UsageQuery, scope) => {
    const until = asked.until ?? now() + 1;
    const since = asked.since ?? monthBefore(until);
    const rows = await storage.usage.read({ by, since, until, agents: agentsWithin(scope, agent) });
    const book = await openPriceBook(storage);
    const all = rows.flatMap(({ uses }) => uses);
    return {
      by,
      since,
      until,
      currency: book.currency,
      unpricedModels: book.unpricedModels(all),
      items: rows.map(({ uses, ...sum }) => ({ ...sum, ...book.costOf(uses) })),
      total: {
        replies: sumOf(rows, ({ replies }) => replies),
        inputTokens: sumOf(rows, ({ inputTokens }) => inputTokens),
        outputTokens: sumOf(rows, ({ outputTokens }) => outputTokens),
        ...book.costOf(all),
      },
    };
  }),

  /** The cost of the current month in the scope, its forecast, and its budget. */
  month: byRole("viewer", async ({ storage, now }, _: object, { agents }) => {
    const at = now();
    const date = new Date(at);
    const [from, to] = [0, 1].map((months) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
    if (from === undefined || to === undefined) throw new RangeError("No month is now.");
    const uses = await storage.chatIndex.modelUsage({
      scope: { agents },
      from: from - 7 * dayMs,
      to,
      by: "day",
    });
    const book = await openPriceBook(storage);
    const ofMonth = uses.filter((use) => use.at >= from);
    const spent = book.costOf(ofMonth);
    const { amount } = await readBudget(storage);
    return {
      from,
      to,
      currency: book.currency,
      ...spent,
      unpricedModels: book.unpricedModels(ofMonth),
      forecast:
        spent.cost === null ? null : forecastMonth({ costs: costsByDay(book, uses), from, to, now: at }),
      // It is for all agents: beside what a few of them cost it would say nothing.
      budget: agents === null ? amount : null,
    };
  }),
};

function costsByDay(book: PriceBook, uses: readonly ModelUse[]): ReadonlyMap<number, number> {
  const byDay = [...Map.groupBy(uses, ({ at }) => at)];
  return new Map(byDay.map(([day, ofDay]) => [day, book.costOf(ofDay).cost ?? 0]));
}

/** From the beginning of a day on, so that the first row is a whole one. */
function monthBefore(until: number): number {
  return Math.floor((until - 1) / dayMs) * dayMs - 29 * dayMs;
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

/** Of what a report is made. */
export type UsageReportQuery = Parameters<Storage["chatIndex"]["usage"]>[0];

/** The counts of a period, with their cost. */
export interface PricedUsage extends UsageAmounts, Cost {}

/** The counts, with their cost by the prices that applied. */
export interface PricedReport {
  readonly items: readonly (PricedUsage & { readonly at: number })[];
  readonly total: PricedUsage;
  /** `null` while no prices are entered. */
  readonly currency: string | null;
  readonly unpricedModels: readonly string[];
}

/** Adds what tokens cost to what was counted. */
export async function reportUsage(storage: Storage, query: UsageReportQuery): Promise<PricedReport> {
  const { items, total } = await storage.chatIndex.usage(query);
  // Prices change with the day.
  const by = query.by === "hour" ? "hour" : "day";
  const uses = await storage.chatIndex.modelUsage({ ...query, by });
  const book = await openPriceBook(storage);
  const ofBucket = Map.groupBy(uses, ({ at }) => startOf(at, query.by));
  const priced = <Amounts extends UsageAmounts>(amounts: Amounts, used: readonly ModelUse[]) => ({
    ...amounts,
    ...book.costOf(used, amounts.tokens.in + amounts.tokens.out),
  });
  return {
    items: items.map((item) => priced(item, ofBucket.get(item.at) ?? [])),
    total: priced(total, uses),
    currency: book.currency,
    unpricedModels: book.unpricedModels(uses),
  };
}

function startOf(at: number, by: UsageBucket): number {
  if (by !== "month") return at;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

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
