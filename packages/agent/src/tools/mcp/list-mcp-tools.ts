import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import { OutboundError } from "@servicechat/outbound";
import { createMcpConnection, McpError } from "./mcp-connection.ts";
import type { McpDependencies } from "./open-mcp-client.ts";
import { leftOut, usableTools } from "./usable-tools.ts";
import type { LeftOutTool } from "./usable-tools.ts";

/** A server's tools. */
interface ListedTools {
  /** Of those that an agent can have. */
  readonly names: readonly string[];
  readonly leftOut: readonly LeftOutTool[];
}

/**
 * Asks an MCP server for its tools, as the doctor does. Rejects with what is wrong, for a terminal and no log: it may be
 * the server's own words. No secret is in it.
 */
export async function listMcpTools(
  mcp: McpToolsDefinition["mcp"],
  dependencies: McpDependencies,
): Promise<ListedTools> {
  const left: LeftOutTool[] = [];
  const onLeftOut = (tool: unknown) => void left.push(leftOut(tool, "it breaks the protocol"));
  const connection = createMcpConnection(mcp, { ...dependencies, onLeftOut });
  try {
    const tools = usableTools(await connection.listTools(), (each) => void left.push(each));
    return { names: tools.map(({ name }) => name), leftOut: left };
  } catch (error) {
    const failure = error instanceof OutboundError ? error.cause : error;
    throw failure instanceof McpError ? new Error(failure.said(), { cause: failure.cause }) : error;
  } finally {
    connection.close();
  }
}
