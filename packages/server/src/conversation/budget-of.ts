import type { AgentRecord, TurnBudget } from "@servicechat/storage";

/** The maximum usage of a reply of this agent, whatever the key; nothing if the agent's file sets no daily limit. */
export function budgetOf({ definition: { limits, model } }: Pick<AgentRecord, "definition">): {
  readonly budget?: Omit<TurnBudget, "keyId">;
} {
  if (limits.dailyOutputTokens === undefined) return {};
  return { budget: { dailyTokens: limits.dailyOutputTokens, replyTokens: model.maxOutputTokens } };
}
