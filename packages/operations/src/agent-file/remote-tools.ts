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

/**
 * A sentence for each variable that an agent names and that is not set. Secrets stay in the environment, so a missing one
 * would otherwise only show when a visitor asks.
 */
export function missingVariables(
  agent: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { model, fallbackModels, knowledge, identity } = agent;
  const models = [model, ...fallbackModels, ...(knowledge.embeddings ? [knowledge.embeddings] : [])];
  const needs = [
    ...models.map(
      (each) => ["apiKeyEnv" in each ? each.apiKeyEnv : undefined, "to reach the model"] as const,
    ),
    [identity?.secretEnv, "to know who visitors are"] as const,
    ...remoteTools(agent)
      .flatMap(variablesOf)
      .map((name) => [name, "to make the agent's requests"] as const),
  ];
  const missing = new Map<string, string>();
  for (const [name, purpose] of needs) {
    if (name !== undefined && !environment[name]?.trim() && !missing.has(name)) missing.set(name, purpose);
  }
  return Array.from(
    missing,
    ([name, purpose]) => `the variable ${name} is not set here, and the service needs it ${purpose}`,
  );
}
