import { describe, expect, test } from "vitest";
import type { ModelUse, Price } from "@servicechat/storage";
import { forecastMonth } from "../src/usage/usage-operations.ts";
import { openPriceBook } from "../src/usage/price-book.ts";

const dayMs = 86_400_000;
const september = Date.UTC(2026, 8, 1);

const price = (values: Partial<Price>): Price => ({
  id: "price_1",
  model: "small",
  from: september,
  currency: "EUR",
  input: 2_000_000,
  output: 10_000_000,
  cached: null,
  createdAt: 1,
  ...values,
});
const use = (values: Partial<ModelUse>): ModelUse => ({
  at: september,
  model: "small",
  in: 1_000_000,
  out: 100_000,
  cached: 0,
  ...values,
});
/** Prices in the order in which a database gives them. */
const bookOf = (...prices: readonly Price[]) =>
  openPriceBook({
    prices: {
      list: async () => prices,
      set: () => Promise.reject(new Error("read only")),
      remove: () => Promise.reject(new Error("read only")),
    },
  });

describe("what tokens cost", () => {
  test("is what goes in and what comes out, and what was cached at its own price", async () => {
    const book = await bookOf(price({}));
    expect(book.costOf([use({})])).toEqual({ cost: 3, unpriced: 0 });
    expect(book.costOf([use({ cached: 500_000 })])).toEqual({ cost: 3, unpriced: 0 });
    const cheaper = await bookOf(price({ cached: 200_000 }));
    expect(cheaper.costOf([use({ cached: 500_000 })])).toEqual({ cost: 2.1, unpriced: 0 });
    expect(cheaper.currency).toBe("EUR");
  });

  test("follows the price of the day, from its first day on", async () => {
    const book = await bookOf(price({ from: september + 2 * dayMs, input: 0, output: 0 }), price({}));
    expect(book.costOf([use({ at: september + dayMs })]).cost).toBe(3);
    expect(book.costOf([use({ at: september + 2 * dayMs })]).cost).toBe(0);
    const before = [use({ at: september - dayMs })];
    expect(book.costOf(before)).toEqual({ cost: null, unpriced: 1_100_000 });
    expect(book.unpricedModels(before)).toEqual(["small"]);
  });

  test("is not known without a price, and never nothing", async () => {
    const none = await bookOf();
    expect(none.costOf([use({})])).toEqual({ cost: null, unpriced: 1_100_000 });
    expect(none.costOf([])).toEqual({ cost: null, unpriced: 0 });
    expect(none.currency).toBeNull();
    const book = await bookOf(price({}));
    expect(book.costOf([use({ model: "large" })])).toEqual({ cost: null, unpriced: 1_100_000 });
    expect(book.costOf([use({ model: "large" }), use({})])).toEqual({ cost: 3, unpriced: 1_100_000 });
    // Known to be used, but not by which model.
    expect(book.costOf([use({})], 2_000_000)).toEqual({ cost: 3, unpriced: 900_000 });
    // A model that runs here takes no tokens of a provider.
    const free = use({ model: "extractive", in: 0, out: 0 });
    expect(book.costOf([free])).toEqual({ cost: 0, unpriced: 0 });
    expect(book.unpricedModels([free])).toEqual([]);
  });

  test("is exact however small its parts are", async () => {
    const book = await bookOf(price({ input: 100_000, output: 200_000 }));
    const parts = Array.from({ length: 3 }, () => use({ in: 1, out: 0 }));
    expect(book.costOf(parts).cost).toBe(0.0000003);
  });
});

describe("the forecast of a month", () => {
  const to = Date.UTC(2026, 9, 1);
  const daily = (from: number, days: number, cost: number) =>
    Array.from({ length: days }, (_, day): [number, number] => [from + day * dayMs, cost]);
  const forecast = (costs: readonly (readonly [number, number])[], now: number) =>
    forecastMonth({ costs: new Map(costs), from: september, to, now });

  test("continues with the average of the last seven whole days", () => {
    expect(forecast(daily(september, 10, 2), september + 10 * dayMs)).toBe(60);
    const rising = [...daily(september, 3, 0.5), ...daily(september + 3 * dayMs, 7, 1)];
    expect(forecast(rising, september + 10 * dayMs)).toBe(8.5 + 20);
  });

  test("takes days of the month before, at the beginning of one", () => {
    const costs = [...daily(september - 7 * dayMs, 7, 3)];
    expect(forecast(costs, september)).toBe(90);
    expect(forecast([...costs, [september, 1]], september + dayMs / 2)).toBe(1 + 3 * 29.5);
  });

  test("begins with the first day that cost something, and waits for a whole one", () => {
    const begun = daily(september + 4 * dayMs, 2, 4);
    expect(forecast(begun, september + 6 * dayMs)).toBe(8 + 4 * 24);
    expect(forecast([[september + 6 * dayMs, 4]], september + 6.5 * dayMs)).toBeNull();
    expect(forecast([], september + dayMs)).toBeNull();
  });
});
