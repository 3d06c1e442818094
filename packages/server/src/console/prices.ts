import {
  budgetSchema,
  listQuery,
  pageSizes,
  postPriceSchema,
  priceSchema,
  pricesSchema,
  putBudgetSchema,
} from "@servicechat/contract/admin-schemas";
import type { Price } from "@servicechat/contract/admin";
import type { Budget, PriceView } from "@servicechat/operations";
import { z } from "zod";
import { answered } from "./answered.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET prices */
export const listPrices = roleRoute("viewer", {
  summary: "What models cost, by model, the newest price of each first",
  query: z.strictObject(listQuery),
  answer: pricesSchema,
  handle: async ({ admin, admission: { asker }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = answered(await admin.operations.prices.list(asker, { limit, after }));
    return answer({ items: items.map(priceAnswer), next });
  },
});

/** POST prices */
export const setPrice = roleRoute("owner", {
  summary: "Set what a million tokens of a model cost from a given day, which may be in the past",
  body: postPriceSchema,
  answer: priceSchema,
  status: 201,
  handle: async ({ admin, admission: { asker }, body: { from, ...price } }) => {
    const set = await admin.operations.prices.set(asker, { ...price, from: Date.parse(from) });
    const item = priceAnswer(answered(set));
    return answer(item, { status: 201, revision: item.revision });
  },
});

/** DELETE prices/{id} */
export const removePrice = roleRoute("owner", {
  summary: "Remove a price; the previous one, if any, then applies to its period",
  handle: async ({ admin, admission: { asker }, params }) => {
    answered(await admin.operations.prices.remove(asker, { id: params["id"] ?? "" }));
    return nothing;
  },
});

/** GET budget */
export const readBudget = roleRoute("viewer", {
  summary: "The monthly budget of all agents; nothing stops when it is exceeded",
  answer: budgetSchema,
  handle: async ({ admin, admission: { asker } }) =>
    budgetAnswer(answered(await admin.operations.prices.budget(asker, {}))),
});

/** PUT budget */
export const setBudget = roleRoute("owner", {
  summary: "Set the monthly budget of all agents",
  body: putBudgetSchema,
  answer: budgetSchema,
  needsRevision: true,
  handle: async ({ admin, admission: { asker }, body, seen }) =>
    budgetAnswer(answered(await admin.operations.prices.setBudget(asker, { ...body, seen }))),
});

function budgetAnswer({ amount, revision }: Budget) {
  return answer({ amount, revision }, { revision });
}

function priceAnswer({ from, createdAt, ...price }: PriceView): Price {
  // What is entered is never changed: another takes its place.
  return { ...price, from: timeOf(from).slice(0, 10), createdAt: timeOf(createdAt), revision: "1" };
}
