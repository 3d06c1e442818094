import { builtInTools } from "@servicechat/contract/agent-file";
import type { StoredPart } from "@servicechat/storage";

/** Whether a part is a tool that does something outside of this service. */
export function isForeignTool(part: StoredPart): part is Extract<StoredPart, { type: "tool" }> {
  return part.type === "tool" && !builtInTools.some((name) => name === part.name);
}
