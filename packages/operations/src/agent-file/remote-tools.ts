import { secretHole } from "@servicechat/contract/agent-file";
import type {
  AgentDefinition,
  HttpToolDefinition,
  McpToolsDefinition,
} from "@servicechat/contract/agent-file";

/** The connection for agents' requests. */
export type RemoteTool = Pick<HttpToolDefinition, "name" | "http"> | McpToolsDefinition;

/** Tools, and forms of actions that are sent somewhere. */
export function remoteTools({
  tools,
  actions,
}: Pick<AgentDefinition, "tools" | "actions">): readonly RemoteTool[] {
  const forms = actions.flatMap((action) =>
    action.kind === "form" && action.http ? [{ name: action.id, http: action.http }] : [],
  );
  return [...tools.filter((tool) => typeof tool === "object"), ...forms];
}

/** The environment variables that headers of a tool are filled with. */
export function variablesOf(tool: RemoteTool): readonly string[] {
  const { headers = {} } = "mcp" in tool ? tool.mcp : tool.http;
  return Object.values(headers).flatMap((header) =>
    Array.from(header.matchAll(secretHole), ([, name = ""]) => name),
  );
}
