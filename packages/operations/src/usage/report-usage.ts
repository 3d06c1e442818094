import type { ModelUse, Storage, UsageAmounts, UsageBucket } from "@servicechat/storage";
import { openPriceBook } from "../costs/price-book.ts";
import type { Cost } from "../costs/price-book.ts";

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
