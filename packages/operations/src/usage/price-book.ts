import type { ModelUse, Price, Storage } from "@servicechat/storage";

/** The cost of tokens. */
export interface Cost {
  /**
   * In the currency's unit, without what is `unpriced`; `null` where no price applies, which is not the same as
   * nothing.
   */
  readonly cost: number | null;
  /** Tokens of models that had no price at the time. */
  readonly unpriced: number;
}

/** Finds what tokens cost by the prices that the operator has entered. */
export interface PriceBook {
  /** Of all prices; `null` while there are none. */
  readonly currency: string | null;
  /** @param tokens in and out, where more was used than is known by model */
  costOf(uses: readonly ModelUse[], tokens?: number): Cost;
  /** Models that used tokens when no price of theirs applied, by name. */
  unpricedModels(uses: readonly ModelUse[]): readonly string[];
}

/** Prices are for a million tokens, in millionths of the currency's unit. */
const unit = 1e12;
/** Decimals of costs: one reply may cost less than a hundredth of a cent. */
const decimals = 8;

/** Reads the prices as they stand. */
export async function openPriceBook({ prices }: Pick<Storage, "prices">): Promise<PriceBook> {
  const list = await prices.list();
  const byModel = Map.groupBy(list, ({ model }) => model);
  // The newest price of each model comes first.
  const priceOf = ({ model, at }: ModelUse) => byModel.get(model)?.find(({ from }) => from <= at);

  return {
    currency: list[0]?.currency ?? null,

    costOf(uses, tokens = sumOf(uses.map(tokensOf))) {
      const priced = uses.flatMap((use) => {
        const price = priceOf(use);
        return price ? [{ tokens: tokensOf(use), amount: amountOf(use, price) }] : [];
      });
      const unpriced = Math.max(0, tokens - sumOf(priced.map((each) => each.tokens)));
      const isKnown = list.length > 0 && (unpriced === 0 || priced.some((each) => each.tokens > 0));
      const amount = sumOf(priced.map((each) => each.amount)) / unit;
      return { cost: isKnown ? rounded(amount) : null, unpriced };
    },

    unpricedModels: (uses) => [
      ...new Set(uses.filter((use) => tokensOf(use) > 0 && !priceOf(use)).map(({ model }) => model)),
    ],
  };
}

const tokensOf = (use: ModelUse) => use.in + use.out;

function amountOf(use: ModelUse, { input, output, cached }: Price): number {
  const fromCache = Math.min(use.cached, use.in);
  return (use.in - fromCache) * input + fromCache * (cached ?? input) + use.out * output;
}

/** Rounded to the decimals of costs. */
export function rounded(amount: number): number {
  return Number(amount.toFixed(decimals));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** The cost of a chat's replies. */
export interface ChatCost extends Cost {
  /** `null` while no prices are entered. */
  readonly currency: string | null;
  readonly unpricedModels: readonly string[];
}

/** Finds what the replies of a chat cost. */
export async function costOfChat(storage: Pick<Storage, "usage" | "prices">, id: string): Promise<ChatCost> {
  const uses = await storage.usage.ofChat(id);
  const book = await openPriceBook(storage);
  return { currency: book.currency, ...book.costOf(uses), unpricedModels: book.unpricedModels(uses) };
}
