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
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET prices */
export const listPrices = roleRoute("viewer", {
  summary: "What models cost, by model, the newest price of each first",
  query: z.strictObject(listQuery),
  answer: pricesSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.prices.list(actor, { limit, after }));
    return answer({ items: items.map(priceAnswer), next });
  },
});

/** POST prices */
export const setPrice = roleRoute("owner", {
  summary: "Set what a million tokens of a model cost from a given day, which may be in the past",
  body: postPriceSchema,
  answer: priceSchema,
  status: 201,
  handle: async ({ admin, admission: { actor }, body: { from, ...price } }) => {
    const set = await admin.operations.prices.set(actor, { ...price, from: Date.parse(from) });
    const item = priceAnswer(resultOrThrow(set));
    return answer(item, { status: 201, revision: item.revision });
  },
});

/** DELETE prices/{id} */
export const removePrice = roleRoute("owner", {
  summary: "Remove a price; the previous one, if any, then applies to its period",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.prices.remove(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

/** GET budget */
export const readBudget = roleRoute("viewer", {
  summary: "The monthly budget of all agents; nothing stops when it is exceeded",
  answer: budgetSchema,
  handle: async ({ admin, admission: { actor } }) =>
    budgetAnswer(resultOrThrow(await admin.operations.prices.budget(actor, {}))),
});

/** PUT budget */
export const setBudget = roleRoute("owner", {
  summary: "Set the monthly budget of all agents",
  body: putBudgetSchema,
  answer: budgetSchema,
  needsRevision: true,
  handle: async ({ admin, admission: { actor }, body, seen }) =>
    budgetAnswer(resultOrThrow(await admin.operations.prices.setBudget(actor, { ...body, seen }))),
});

function budgetAnswer({ amount, revision }: Budget) {
  return answer({ amount, revision }, { revision });
}

function priceAnswer({ from, createdAt, ...price }: PriceView): Price {
  // A price is never changed: another replaces it.
  return { ...price, from: timeOf(from).slice(0, 10), createdAt: timeOf(createdAt), revision: "1" };
}
