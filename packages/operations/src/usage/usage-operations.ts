import type { ModelUse, Usage, UsageGroup } from "@servicechat/storage";
import { byRole, withinScope } from "../access/operation.ts";
import { readBudget } from "../costs/budget.ts";
import { forecastMonth } from "../costs/forecast-month.ts";
import { openPriceBook } from "../costs/price-book.ts";
import type { Cost, PriceBook } from "../costs/price-book.ts";
import { agentsWithin } from "../paging/agents-within.ts";

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
