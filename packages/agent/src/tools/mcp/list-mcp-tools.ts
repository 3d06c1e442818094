import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import { createMcpConnection } from "./mcp-connection.ts";
import type { McpParts } from "./open-mcp-client.ts";

/** Asks an MCP server for the names of its tools, as the doctor does. Rejects with what is wrong; no secret is in it. */
export async function listMcpTools(
  mcp: McpToolsDefinition["mcp"],
  parts: McpParts,
): Promise<readonly string[]> {
  const connection = createMcpConnection(mcp, parts);
  try {
    const tools = await connection.listTools();
    return tools.map(({ name }) => name);
  } finally {
    connection.close();
  }
}
