import type { Storage } from "@servicechat/storage";

/** The name under which the budget is kept. */
export const budgetSetting = "budget";

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
