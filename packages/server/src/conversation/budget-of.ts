import type { AgentRecord, TurnBudget } from "@servicechat/storage";

/** What a reply of this agent may use, whoever's key pays for it; nothing when the agent's file sets no daily limit. */
export function budgetOf({ definition: { limits, model } }: Pick<AgentRecord, "definition">): {
  readonly budget?: Omit<TurnBudget, "keyId">;
} {
  if (limits.dailyOutputTokens === undefined) return {};
  return { budget: { dailyTokens: limits.dailyOutputTokens, replyTokens: model.maxOutputTokens } };
}
