import { budgetSchema, priceSchema, pricesSchema } from "@servicechat/contract/admin-schemas";
import type { Price } from "@servicechat/contract/admin";
import type { PriceView } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf, momentOf } from "./times.ts";

/** The prices of models at a remote service. */
export function remotePrices(api: AdminApi): CommandOperations["prices"] {
  return {
    list: async (_, request) => {
      const { items, next } = await readPages(request, (query) =>
        api.ask("GET", "prices", { query, answer: pricesSchema }),
      );
      return { items: items.map(priceOf), next };
    },
    set: async (_, { from, ...price }) => {
      const body = { ...price, from: momentOf(from)?.slice(0, 10) };
      return priceOf(await api.ask("POST", "prices", { body, answer: priceSchema }));
    },
    remove: (_, { id }) =>
      orRefused(
        async () => {
          await api.ask("DELETE", `prices/${segment(id)}`);
          return { id };
        },
        { price_not_found: () => ({ kind: "price_not_found" as const, id }) },
      ),
    setBudget: (_, { amount }) =>
      api.ask("PUT", "budget", { body: { amount }, headers: { "If-Match": "*" }, answer: budgetSchema }),
  };
}

function priceOf({ from, createdAt, revision: _same, ...price }: Price): PriceView {
  return { ...price, from: Date.parse(from), createdAt: msOf(createdAt) };
}
