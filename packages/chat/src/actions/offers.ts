import type { ActionView, AgentView } from "@servicechat/contract";
import { readFields, type Field } from "./read-fields.ts";
import { safeLink } from "@servicechat/markdown";

/** An action that this application can execute. */
export interface Offer {
  readonly action: ActionView;
  /** The target of a link. */
  readonly href?: string;
  /** The fields to fill in first; empty if there are none. */
  readonly fields: readonly Field[];
}

/** The actions to offer: all but unsafe links, forms that cannot be drawn, and unknown kinds. */
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
