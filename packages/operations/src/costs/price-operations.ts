import { randomUUID } from "node:crypto";
import type { Price } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../lists/revision-of.ts";
import { pageOfWhole, type PageRequest } from "../lists/page.ts";
import { budgetSetting, readBudget } from "./budget.ts";

/** A price as operators see it: for a million tokens, in the currency's unit. */
export interface PriceView {
  readonly id: string;
  readonly model: string;
  /** The first moment of a day in UTC. */
  readonly from: number;
  readonly currency: string;
  readonly in: number;
  readonly out: number;
  /** Of what goes in, what the provider had kept; `null`: it costs the same. */
  readonly cached: number | null;
  readonly createdAt: number;
}

/** A price that is to be entered, in place of the one that the model has from the same day on. */
export type NewPrice = Omit<PriceView, "id" | "createdAt" | "cached"> & Partial<Pick<PriceView, "cached">>;

/** What can be done with what models cost, and with what they may cost in a month. */
export const priceOperations = {
  /** By model, the newest of each first. */
  list: byRole("viewer", async ({ storage }, request: PageRequest) => {
    const prices = (await storage.prices.list()).map(priceView);
    return pageOfWhole("prices", prices, request, ({ model, from, id }) => [model, -from, id]);
  }),

  set: byRole("owner", async (parts, input: NewPrice, asker) => {
    const id = `price_${randomUUID()}`;
    const price: Price = {
      id,
      model: input.model,
      from: input.from,
      currency: input.currency,
      input: millionths(input.in),
      output: millionths(input.out),
      cached: typeof input.cached === "number" ? millionths(input.cached) : null,
      createdAt: parts.now(),
    };
    const audit = auditLine(parts, asker, "price.set", { kind: "price", id });
    const result = await parts.storage.prices.set(price, audit);
    if (result.kind === "set") return priceView(price);
    const reason = `must be ${result.currency} like that of the other prices: amounts in two currencies cannot be added up`;
    return { kind: "price_invalid", field: "currency", reason } as const;
  }),

  remove: byRole("owner", async (parts, { id }: { readonly id: string }, asker) => {
    const audit = auditLine(parts, asker, "price.remove", { kind: "price", id });
    const isRemoved = await parts.storage.prices.remove({ id, audit });
    return isRemoved ? { id } : ({ kind: "price_not_found", id } as const);
  }),

  /** What all agents may cost in a month. Nothing stops when it is exceeded. */
  budget: byRole("viewer", async ({ storage }, _: object, { agents }) => {
    const budget = await readBudget(storage);
    // It is for all agents: who may see a few of them is not told.
    return agents === null ? budget : { ...budget, amount: null };
  }),

  setBudget: byRole(
    "owner",
    async (
      parts,
      { amount, seen }: { readonly amount: number | null; readonly seen?: string | undefined },
      asker,
    ) => {
      const { revision } = await readBudget(parts.storage);
      if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision } as const;
      const result = await parts.storage.settings.set({
        name: budgetSetting,
        value: JSON.stringify({ amount }),
        ...(seen !== undefined && seen !== "*" && { expected: Number(revision) }),
        audit: auditLine(parts, asker, "budget.set"),
      });
      if (result.kind === "set") return readBudget(parts.storage);
      const outdated: RefusedAs<"revision_outdated"> = {
        kind: "revision_outdated",
        revision: String(result.revision),
      };
      return outdated;
    },
  ),
};

const millionths = (amount: number) => Math.round(amount * 1e6);

function priceView({ input, output, cached, ...price }: Price): PriceView {
  return { ...price, in: input / 1e6, out: output / 1e6, cached: cached === null ? null : cached / 1e6 };
}
