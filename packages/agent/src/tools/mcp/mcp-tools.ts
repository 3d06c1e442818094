import { secretHole } from "@servicechat/contract/agent-file";
import type { McpToolsDefinition, SecretSources } from "@servicechat/contract/agent-file";
import { OutboundError } from "@servicechat/outbound";
import type { Tool } from "../../agent.ts";
import type { Log } from "../../log.ts";
import { cacheToolList } from "./cache-tool-list.ts";
import type { CachedToolList } from "./cache-tool-list.ts";
import { createMcpConnection, McpError } from "./mcp-connection.ts";
import type { McpConnection, SecretDependencies } from "./mcp-connection.ts";
import { createMcpTool } from "./mcp-tool.ts";
import type { McpDependencies } from "./open-mcp-client.ts";
import { toolName, leftOut, usableTools } from "./usable-tools.ts";
import type { LeftOutTool } from "./usable-tools.ts";

/** Most servers that are remembered: beyond, the one that was asked for longest ago is forgotten. */
const maxServers = 500;

interface Dependencies extends McpDependencies {
  readonly sources: SecretSources;
  readonly clock: { monotonicMs(): number };
  /** How long a reply waits for a server whose tools are not known yet, in milliseconds. */
  readonly patienceMs: number;
  readonly log: Log;
}

interface Server {
  readonly connection: McpConnection;
  readonly list: CachedToolList;
}

/** One place for all MCP servers of the service, so that agents with the same one share its connection and list. */
interface McpServers {
  /**
   * The tools that an agent has of its servers. One that is down makes its tools unavailable, not the agent: this is
   * logged, and the reply waits at most a few seconds. Never rejects.
   *
   * @param taken Names that the agent's other tools have
   */
  tools(
    agentId: string,
    definitions: readonly McpToolsDefinition[],
    taken: readonly string[],
  ): Promise<readonly Tool[]>;
}

/** Begins without connections: each server is connected to when an agent first asks for its tools. */
export function createMcpServers({ clock, log, patienceMs, ...dependencies }: Dependencies): McpServers {
  const servers = new Map<string, Server>();

  function open(agentId: string, { mcp }: McpToolsDefinition): Server {
    const { url, headers = {}, timeoutSeconds } = mcp;
    // Not every secret is for every agent: one that names any has its own connection.
    const hasSecrets = Object.values(headers).some((value) => value.search(secretHole) !== -1);
    const key = JSON.stringify({ url, headers, timeoutSeconds, ...(hasSecrets && { agentId }) });
    const server = servers.get(key) ?? create(agentId, mcp);
    servers.delete(key); // the newest comes last
    servers.set(key, server);
    const [oldest] = servers.entries();
    if (servers.size > maxServers && oldest) {
      servers.delete(oldest[0]);
      oldest[1].connection.close();
    }
    return server;
  }

  function create(agentId: string, mcp: McpToolsDefinition["mcp"]): Server {
    const { host } = new URL(mcp.url);
    const onLeftOut = (left: LeftOutTool) => log.warn({ host, ...left }, "an MCP tool was left out");
    const connection = createMcpConnection(mcp, {
      ...dependencies,
      agentId,
      onToolsChanged: () => list.doubt(),
      onCutList: (reason) =>
        log.warn({ host, reason }, "an MCP server's list of tools was read only in part"),
      onLeftOut: (tool) => onLeftOut(leftOut(tool, "it breaks the protocol")),
    });
    const list = cacheToolList({
      read: async () => usableTools(await connection.listTools(), onLeftOut),
      now: () => clock.monotonicMs(),
      patienceMs,
      onFailure: (err) => log.warn({ err, host }, "an MCP server is unavailable"),
    });
    return { connection, list };
  }

  return {
    async tools(agentId, definitions, taken) {
      const names = new Set(taken);
      const found = await Promise.all(definitions.map((each) => open(agentId, each).list.tools()));
      return definitions.flatMap((definition, index) => {
        const { connection, list } = open(agentId, definition);
        const { only } = definition.mcp;
        const wanted = (found[index] ?? []).filter(({ name }) => !only || only.includes(name));
        return wanted.map((tool) =>
          createMcpTool(tool, {
            name: toolName(tool.name, names, index + 1),
            inputSchema: tool.inputSchema,
            definition,
            connection,
            onFailure: () => list.doubt(),
          }),
        );
      });
    },
  };
}

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
  dependencies: McpDependencies & SecretDependencies,
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
