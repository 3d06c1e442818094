import type { Tool as McpTool } from "@modelcontextprotocol/client";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Tool } from "../../agent.ts";
import { asObject } from "@servicechat/contract";
import type { Log } from "../../log.ts";
import { keepList } from "./keep-list.ts";
import type { KeptList } from "./keep-list.ts";
import { createMcpConnection } from "./mcp-connection.ts";
import type { McpConnection } from "./mcp-connection.ts";
import { createMcpTool } from "./mcp-tool.ts";
import type { McpParts } from "./open-mcp-client.ts";
import { toolName } from "./tool-name.ts";
import { usableSchema } from "./usable-schema.ts";

/** Most servers that are remembered: beyond, the one that was asked for longest ago is forgotten. */
const maxServers = 500;

interface Parts extends McpParts {
  readonly clock: { monotonicMs(): number };
  /** How long a reply waits for a server whose tools are not known yet, in milliseconds. */
  readonly patienceMs: number;
  readonly log: Log;
}

interface Server {
  readonly connection: McpConnection;
  readonly list: KeptList;
}

/** One place for all MCP servers of the service, so that agents with the same one share its connection and list. */
interface McpServers {
  /**
   * The tools that an agent has of its servers. One that is down makes its tools unavailable, not the agent: the log
   * hears of it, and the reply waits a few seconds at most. Never rejects.
   *
   * @param taken Names that the agent's other tools have
   */
  tools(definitions: readonly McpToolsDefinition[], taken: readonly string[]): Promise<readonly Tool[]>;
}

/** A place that knows no server yet: each is connected to when an agent first asks for its tools. */
export function createMcpServers({ clock, log, patienceMs, ...parts }: Parts): McpServers {
  const servers = new Map<string, Server>();

  function open({ mcp }: McpToolsDefinition): Server {
    const { url, headers, timeoutSeconds } = mcp;
    const key = JSON.stringify({ url, headers, timeoutSeconds });
    const server = servers.get(key) ?? create(mcp);
    servers.delete(key); // the newest comes last
    servers.set(key, server);
    const [oldest] = servers.entries();
    if (servers.size > maxServers && oldest) {
      servers.delete(oldest[0]);
      oldest[1].connection.close();
    }
    return server;
  }

  function create(mcp: McpToolsDefinition["mcp"]): Server {
    const { host } = new URL(mcp.url);
    const connection = createMcpConnection(mcp, {
      ...parts,
      onToolsChanged: () => list.doubt(),
      onLeftOut: (tool) => tellLeftOut(tool, { host, log }),
    });
    const list = keepList({
      read: async () => usableTools(await connection.listTools(), { host, log }),
      now: () => clock.monotonicMs(),
      patienceMs,
      onFailure: (err) => log.warn({ err, host }, "an MCP server is unavailable"),
    });
    return { connection, list };
  }

  return {
    async tools(definitions, taken) {
      const names = new Set(taken);
      const found = await Promise.all(definitions.map((each) => open(each).list.tools()));
      return definitions.flatMap((definition, index) => {
        const { connection, list } = open(definition);
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

interface Told {
  readonly host: string;
  readonly log: Log;
}

function tellLeftOut(tool: unknown, { host, log }: Told): void {
  const name = asObject(tool)?.["name"];
  const named = typeof name === "string" && { tool: name.slice(0, 100) };
  log.warn({ host, ...named }, "an MCP tool is left out: it or its schema cannot be used");
}

/** Those that answer within a call and whose inputs can be checked, with the schema that they are checked by. */
function usableTools(tools: readonly McpTool[], told: Told): readonly McpTool[] {
  const callable = tools.filter(({ execution }) => execution?.taskSupport !== "required");
  return callable.flatMap((tool) => {
    const inputSchema = usableSchema(tool.inputSchema);
    if (inputSchema) return [{ ...tool, inputSchema: inputSchema as McpTool["inputSchema"] }];
    tellLeftOut(tool, told);
    return [];
  });
}
