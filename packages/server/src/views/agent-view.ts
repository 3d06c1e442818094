import type { ActionView, AgentView, WidgetConfig } from "@servicechat/contract";
import { parsePosition } from "@servicechat/contract";
import { openingAt } from "../opening-hours.ts";
import type { ActionDefinition, AgentDefinition } from "@servicechat/contract/agent-file";

const dayMs = 86_400_000;

/** The actions a visitor may see. The one filter behind the agent view, `features.actions` and invoking. */
export function visitorActions(agent: AgentDefinition): readonly ActionDefinition[] {
  return agent.actions.filter((action) => !action.adminOnly && !action.hideInChat);
}

/** What a visitor may learn about an agent. Built field by field: a new field stays private until someone adds it here. */
export function agentView(
  agent: AgentDefinition,
  { at, keptMs }: { readonly at: number; /** How long a chat is kept. */ readonly keptMs: number },
): AgentView {
  return {
    id: agent.id,
    name: agent.name,
    actions: visitorActions(agent).map(actionView),
    starters: agent.starters,
    ...(agent.pageContext && { pageContext: true as const }),
    ...(agent.uploads && { uploads: { types: agent.uploads.types, maxBytes: agent.uploads.maxBytes } }),
    ...(agent.feedback && { feedback: true as const }),
    ...(agent.handoff && {
      handoff: {
        button: agent.handoff.button,
        open: openingAt(agent.handoff, at).open,
        ...(agent.handoff.offline.email && { email: true as const }),
      },
    }),
    keptDays: Math.ceil(keptMs / dayMs),
  };
}

function actionView(action: ActionDefinition): ActionView {
  return {
    id: action.id,
    name: action.name ?? action.id,
    label: action.label,
    description: action.description,
    ...(action.icon !== undefined && { icon: action.icon }),
    kind: action.kind,
    ...(action.kind === "link" && { url: action.url }),
    ...(action.kind !== "link" && action.inputSchema !== undefined && { inputSchema: action.inputSchema }),
    confirm: action.confirm,
  };
}

/** The configuration that the widget needs (docs/wire.md, "Configuration"). */
export function widgetConfigView(agent: AgentDefinition): WidgetConfig {
  const { branding } = agent;
  return {
    agent: { name: agent.name, welcomeMessage: agent.welcomeMessage },
    branding: {
      primaryColor: branding.primaryColor,
      logo: branding.logo,
      position: parsePosition(branding.position),
      attribution: branding.attribution,
      style: branding.style,
    },
    features: {
      actions: visitorActions(agent).length > 0,
      askUserQuestion: agent.tools.some((tool) => tool === "AskUserQuestion"),
    },
  };
}
