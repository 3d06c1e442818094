import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { asObject } from "@servicechat/contract";
import { neutralJson } from "../../context/labels.ts";
import { UnreadablePattern } from "../../json-schema/translate-pattern.ts";
import type { Tool } from "../../agent.ts";
import { findInputIssue } from "../../json-schema/check-input.ts";
import { callableName, maxNameLength } from "../../models/callable-name.ts";

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
 * @param onLeftOut Called for each whose schema cannot be used
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

/** Longer ones would fill a model's context, in characters. */
const maxLength = 20_000;

/** A schema that inputs can be checked with, or why they cannot. */
type UsableSchema = { readonly schema: Tool["inputSchema"] } | { readonly reason: string };

/**
 * A server's schema as inputs are checked with it. The draft that it names is left out: keywords that the check does
 * not know are ignored.
 */
export function usableSchema(schema: Readonly<Record<string, unknown>>): UsableSchema {
  const { $schema: _draft, ...usable } = neutralJson(schema);
  // An asynchronous check would say yes before it has looked.
  if (usable["type"] !== "object" || "$async" in usable) return { reason: "its schema is not of an object" };
  if (JSON.stringify(usable).length > maxLength)
    return { reason: `its schema has more than ${maxLength} characters` };
  try {
    findInputIssue(usable, {});
    return { schema: usable };
  } catch (error) {
    // Its other words may be the server's own.
    const isPattern = error instanceof UnreadablePattern;
    return {
      reason: isPattern ? `a pattern of its schema has ${error.message}` : "its schema is not a JSON Schema",
    };
  }
}

/**
 * A name that providers accept and that no other tool of the agent has.
 *
 * @param taken The names of the agent's other tools; the new one is added
 * @param place Which of the agent's MCP servers it is, from 1: it distinguishes tools of the same name
 */
export function toolName(wanted: string, taken: Set<string>, place: number): string {
  const valid = callableName(wanted);
  let name = valid;
  for (let more = place; taken.has(name); more++) {
    const ending = `_${more}`;
    name = valid.slice(0, maxNameLength - ending.length) + ending;
  }
  taken.add(name);
  return name;
}
