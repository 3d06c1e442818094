import type { ActionView, AgentView } from "@servicechat/contract";
import { safeLink } from "../markdown/safe-link.ts";

/** An action that this application can carry out. */
export interface Offer {
  readonly action: ActionView;
  /** Where it leads; absent: it is sent to the agent. */
  readonly href?: string;
}

/** The actions to offer: prompts, and links that may be drawn. Other kinds need a page or a form that is not here. */
export function offersOf(agent: AgentView | undefined): readonly Offer[] {
  return (agent?.actions ?? []).flatMap((action): Offer[] => {
    if (action.kind === "prompt") return [{ action }];
    const link = action.kind === "link" && action.url ? safeLink(action.url, action.label) : undefined;
    return link ? [{ action, href: link.href }] : [];
  });
}
