import type { TurnBudget } from "@servicechat/storage";
import type { BoundKey } from "../request-context.ts";

/** What a turn with this key may use; nothing when the agent's file sets no daily limit. */
export function budgetOf({ key, agent }: BoundKey): { readonly budget?: TurnBudget } {
  const { limits, model } = agent.definition;
  if (limits.dailyOutputTokens === undefined) return {};
  return {
    budget: {
      keyId: key.id,
      dailyTokens: limits.dailyOutputTokens,
      replyTokens: model.maxOutputTokens,
    },
  };
}
