import type { ActionView, AgentView } from "@servicechat/contract";
import { readFields, type Field } from "./read-fields.ts";
import { safeLink } from "@servicechat/markdown";

/** An action that this application can carry out. */
export interface Offer {
  readonly action: ActionView;
  /** Where a link leads. */
  readonly href?: string;
  /** What is filled in first; empty when there is nothing to. */
  readonly fields: readonly Field[];
}

/** The actions to offer: all but links that may not be drawn, forms that cannot be, and kinds that this build does not know. */
export function offersOf(agent: AgentView | undefined): readonly Offer[] {
  return (agent?.actions ?? []).flatMap((action): Offer[] => {
    if (action.kind === "link") {
      const link = action.url ? safeLink(action.url, action.label) : undefined;
      return link ? [{ action, href: link.href, fields: [] }] : [];
    }
    const isKnown = action.kind === "prompt" || action.kind === "form" || action.kind === "host";
    const fields = isKnown ? readFields(action.inputSchema) : undefined;
    return fields ? [{ action, fields }] : [];
  });
}
