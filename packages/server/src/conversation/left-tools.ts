import type { ToolPart } from "@servicechat/contract";
import { label } from "@servicechat/agent";
import type { ToldReply } from "@servicechat/storage";
import { isForeignTool } from "../views/foreign-tool.ts";

/**
 * Tells a model about the tools of a reply that was cut off before its transcript was stored, as when a person took the
 * chat: it must neither claim that nothing was done nor do it again. `undefined` if there were none.
 */
export function leftTools({ parts }: Pick<ToldReply, "parts">): string | undefined {
  const outcomes = parts.filter(isForeignTool).map(outcomeOf);
  if (outcomes.length === 0) return undefined;
  return label(
    `This reply was cut off. Its tools: ${outcomes.join("; ")}. Nothing is done again by itself: do not claim more than this, ` +
      "and check or ask before any of it is done again",
  );
}

function outcomeOf({ name, status }: ToolPart): string {
  if (status === "succeeded") return `${name} was used and succeeded, its result was not kept`;
  if (status === "failed") return `${name} was used and failed`;
  return `${name} was under way, whether it took effect is unknown`;
}
