import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { asObject } from "@servicechat/contract";
import { usableSchema } from "./usable-schema.ts";

/** A tool that a server offers and that no agent has. */
export interface LeftOutTool {
  /** As the server calls it, if that is a name and no other text. */
  readonly tool?: string;
  readonly reason: string;
}

/** A tool that breaks the protocol, or cannot be used for another reason. */
export function leftOut(tool: unknown, reason: string): LeftOutTool {
  const name = asObject(tool)?.["name"];
  return { ...(typeof name === "string" && /^[\w./-]{1,64}$/.test(name) && { tool: name }), reason };
}

/**
 * Those that answer within a call and whose inputs can be checked, with the schema that they are checked by.
 *
 * @param onLeftOut Hears of each whose schema cannot be used
 */
export function usableTools(
  tools: readonly McpTool[],
  onLeftOut: (left: LeftOutTool) => void,
): readonly McpTool[] {
  // Pages may overlap.
  const distinct = new Map<string, McpTool>();
  for (const tool of tools) if (!distinct.has(tool.name)) distinct.set(tool.name, tool);
  const callable = [...distinct.values()].filter(({ execution }) => execution?.taskSupport !== "required");
  return callable.flatMap((tool) => {
    const usable = usableSchema(tool.inputSchema);
    if ("schema" in usable) return [{ ...tool, inputSchema: usable.schema as McpTool["inputSchema"] }];
    onLeftOut(leftOut(tool, usable.reason));
    return [];
  });
}
