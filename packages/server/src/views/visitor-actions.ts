import type { ActionDefinition, AgentDefinition } from "@servicechat/contract/agent-file";

/** The actions a visitor may see. The one filter behind the agent view, `features.actions` and invoking. */
export function visitorActions(agent: AgentDefinition): readonly ActionDefinition[] {
  return agent.actions.filter((action) => !action.adminOnly && !action.hideInChat);
}
