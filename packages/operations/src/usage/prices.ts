import { randomUUID } from "node:crypto";
import type { Price, Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../revision.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";

/** A price as operators see it: for a million tokens, in the currency's unit. */
export interface PriceView {
  readonly id: string;
  readonly model: string;
  /** The first moment of a day in UTC. */
  readonly from: number;
  readonly currency: string;
  readonly in: number;
  readonly out: number;
  /** Of input that the provider had cached; `null`: the same price. */
  readonly cached: number | null;
  readonly createdAt: number;
}

/** A new price, which replaces the model's price from the same day on. */
export type NewPrice = Omit<PriceView, "id" | "createdAt" | "cached"> & Partial<Pick<PriceView, "cached">>;

/** Operations on prices of models, and on the monthly budget. */
export const priceOperations = {
  /** By model, the newest of each first. */
  list: byRole("viewer", async ({ storage }, request: PageRequest) => {
    const prices = (await storage.prices.list()).map(priceView);
    return pageOfWhole("prices", prices, request, ({ model, from, id }) => [model, -from, id]);
  }),

  set: byRole("owner", async (parts, input: NewPrice, actor) => {
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
    const audit = auditLine(parts, actor, "price.set", { kind: "price", id, name: input.model });
    const result = await parts.storage.prices.set(price, audit);
    if (result.kind === "set") return priceView(price);
    const reason = `must be ${result.currency}, as in the other prices: amounts in two currencies cannot be added up`;
    return { kind: "input_invalid", field: "currency", reason } as const;
  }),

  remove: byRole("owner", async (parts, { id }: { readonly id: string }, actor) => {
    const name = (await parts.storage.prices.list()).find((price) => price.id === id)?.model;
    const on = { kind: "price", id, name };
    const audit = auditLine(parts, actor, "price.remove", on);
    const isRemoved = await parts.storage.prices.remove({ id, audit });
    return isRemoved ? { id } : ({ kind: "price_not_found", id } as const);
  }),

  /** The maximum cost of all agents in a month. Nothing stops if it is exceeded. */
  budget: byRole("viewer", async ({ storage }, _: object, { agents }) => {
    const budget = await readBudget(storage);
    // It is for all agents, so it is hidden from people who may see only some.
    return agents === null ? budget : { ...budget, amount: null };
  }),

  setBudget: byRole(
    "owner",
    async (
      parts,
      { amount, seen }: { readonly amount: number | null; readonly seen?: string | undefined },
      actor,
    ) => {
      const { revision } = await readBudget(parts.storage);
      if (!isAsSeen(revision, seen)) return { kind: "precondition_failed", revision } as const;
      const result = await parts.storage.settings.set({
        name: budgetSetting,
        value: JSON.stringify({ amount }),
        ...(seen !== undefined && seen !== "*" && { expected: Number(revision) }),
        audit: auditLine(parts, actor, "budget.set"),
      });
      if (result.kind === "set") return readBudget(parts.storage);
      const outdated: RefusedAs<"precondition_failed"> = {
        kind: "precondition_failed",
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

/** The name under which the budget is kept. */
const budgetSetting = "budget";

/** The maximum cost of all agents in a month, in the currency of the prices. */
export interface Budget {
  /** `null` where none is set. */
  readonly amount: number | null;
  readonly revision: string;
}

/** Reads the budget as it stands. */
export async function readBudget({ settings }: Pick<Storage, "settings">): Promise<Budget> {
  const setting = await settings.find(budgetSetting);
  if (!setting) return { amount: null, revision: "0" };
  const { amount }: Pick<Budget, "amount"> = JSON.parse(setting.value);
  return { amount, revision: String(setting.revision) };
}
