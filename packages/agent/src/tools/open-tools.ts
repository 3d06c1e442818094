import { takenToolNames } from "@servicechat/contract/agent-file";
import type {
  AgentDefinition,
  HttpToolDefinition,
  McpToolsDefinition,
  FormAction,
  SecretSources,
} from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { ModelMessage, Tool } from "../agent.ts";
import { createSourceNumbers, searchKnowledge } from "../sources.ts";
import type { Search } from "../sources.ts";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { createHttpTool } from "./http/http-tool.ts";
import { createMcpServers } from "./mcp/mcp-tools.ts";
import { createSearchKnowledge } from "./search-knowledge.ts";

interface Dependencies {
  readonly search: (agentId: string) => Search;
  /** Without it, agents have only the tools that make no requests. */
  readonly outbound: Outbound | undefined;
  /** Where `${NAME}` in headers is found. */
  readonly sources: SecretSources;
  readonly clock: { monotonicMs(): number };
  readonly limits: Pick<AgentLimits, "toolListMs">;
  readonly log: Log;
}

/**
 * Gives the tools of an agent that the service runs itself, for one reply, each with results of at most `maxLength`
 * characters. Never rejects.
 *
 * @param messages the conversation so far: what it cites keeps its numbers
 */
type OpenTools = (
  agent: AgentDefinition,
  maxLength: number,
  messages: readonly ModelMessage[],
) => Promise<readonly Tool[]>;

/** One for the whole service, since connections to servers are kept between replies. */
export function createToolOpener({ search, outbound, sources, clock, limits, log }: Dependencies): OpenTools {
  const patienceMs = limits.toolListMs;
  const servers = outbound && createMcpServers({ outbound, sources, clock, patienceMs, log });

  return async (agent, maxResultLength, messages) => {
    // Searching is all that the extractive provider does: it has the tool without being given it.
    const searches = agent.tools.includes(searchKnowledge) || agent.model.provider === "extractive";
    const http = outbound ? agent.tools.filter(isHttp) : [];
    const mcp = agent.tools.filter(isMcp);
    const taken = [...takenToolNames, ...http.map(({ name }) => name)];
    const numberOf = createSourceNumbers(messages);
    return [
      ...(searches ? [createSearchKnowledge({ search: search(agent.id), numberOf, maxResultLength })] : []),
      ...(outbound
        ? http.map((definition) => createHttpTool(definition, { outbound, agentId: agent.id, sources }))
        : []),
      ...(mcp.length > 0 && servers ? await servers.tools(agent.id, mcp, taken) : []),
    ];
  };
}

type AnyTool = AgentDefinition["tools"][number];

function isHttp(tool: AnyTool): tool is HttpToolDefinition {
  return typeof tool === "object" && "http" in tool;
}

function isMcp(tool: AnyTool): tool is McpToolsDefinition {
  return typeof tool === "object" && "mcp" in tool;
}

interface ActionDependencies {
  /** Without it, no form makes a request. */
  readonly outbound: Outbound | undefined;
  readonly sources: SecretSources;
}

/**
 * Turns a form's request into a tool, which runs when a visitor sends the form and which no model knows. Sending it is
 * consent enough, unless the action says otherwise.
 */
export function createActionOpener({ outbound, sources }: ActionDependencies) {
  return function openAction(
    agentId: string,
    { id, label, description, inputSchema, http, confirm }: FormAction,
  ): Tool | undefined {
    if (!outbound || !http) return undefined;
    return createHttpTool(
      { name: id, title: label, description, inputSchema, http, confirm },
      { outbound, agentId, sources },
    );
  };
}
