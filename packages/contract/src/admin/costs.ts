import { z } from "zod";
import { pageOf, revisionSchema, timeSchema } from "./list.ts";

/** The cost of tokens, wherever costs are shown. */
export const costFields = {
  /** Without what is `unpriced`; null where no price is entered for any of it. */
  cost: z.number().nullable(),
  /** Tokens of models that had no price at the time: the cost leaves them out. */
  unpriced: z.number().int(),
};
/** ISO 4217. */
const currencySchema = z.string().regex(/^[A-Z]{3}$/, "must be a code of ISO 4217, such as EUR");

/** Shown once with a list of costs. */
export const currencyFields = {
  /** Null while no prices are entered. */
  currency: currencySchema.nullable(),
  /** Models that used tokens when no price of theirs applied. */
  unpricedModels: z.array(z.string()),
};

/** In the currency's unit, with up to six decimals. */
const amountSchema = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine(
    (amount) => Math.abs(amount * 1e6 - Math.round(amount * 1e6)) < 1e-3,
    "must have at most six decimals",
  );

/** The price of a million tokens of a model from a day on (UTC), until the day of its next price. */
export const priceSchema = z
  .object({
    id: z.string(),
    /** As its replies are counted: by its provider's name for it. */
    model: z.string(),
    from: z.iso.date(),
    /** All prices have the same. */
    currency: currencySchema,
    in: z.number(),
    out: z.number(),
    /** Of input that the provider had cached; null: the same price. */
    cached: z.number().nullable(),
    createdAt: timeSchema,
    revision: revisionSchema,
  })
  .meta({ id: "Price" });
/** The price of a million tokens of a model from a day on. */
export type Price = z.infer<typeof priceSchema>;
/** Answer of `GET prices`. */
export const pricesSchema = pageOf(priceSchema);

/** Body of `POST prices`. It takes the place of the model's price from the same day on. */
export const postPriceSchema = z.strictObject({
  model: z.string().min(1).max(100),
  from: z.iso.date(),
  currency: currencySchema,
  in: amountSchema,
  out: amountSchema,
  cached: amountSchema.nullable().exactOptional(),
});

/** The maximum cost of all agents in a month, in the currency of the prices. */
export const budgetSchema = z
  .object({ amount: z.number().nullable(), revision: revisionSchema })
  .meta({ id: "Budget" });
/** The maximum cost of all agents in a month. */
export type Budget = z.infer<typeof budgetSchema>;
/** Body of `PUT budget`: null for none. */
export const putBudgetSchema = z.strictObject({ amount: z.number().min(0).max(1e9).nullable() });
