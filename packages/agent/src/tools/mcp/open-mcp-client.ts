import type { Client, FetchLike } from "@modelcontextprotocol/client";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import manifest from "../../../package.json" with { type: "json" };
import { fillHeaders } from "../secrets.ts";
import { endLists } from "./end-lists.ts";
import { endRequests } from "./end-requests.ts";
import { resultCheck } from "./result-check.ts";
import { skipBrokenTools } from "./skip-broken-tools.ts";

/** The dependencies of connections to MCP servers. */
export interface McpDependencies {
  readonly outbound: Outbound;
  /** Where `${NAME}` in headers is looked up, at each request. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Hears from the server that its tools are others now. Without it, no announcements are listened to. */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Hears why a list of tools was read only in part. */
  readonly onCutList?: ((reason: string) => void) | undefined;
  /** Hears of each tool that is not in the list since it breaks the protocol. */
  readonly onLeftOut?: ((tool: unknown) => void) | undefined;
}

/** A client that has found its server. */
export interface McpClient {
  readonly client: Client;
  /** Ends everything open, and cancels requests at the server. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to a server under the rules for outgoing requests.
 *
 * @throws when a variable of its headers is missing, or the server cannot be reached in time or speaks something else
 */
export async function openMcpClient(
  { url, headers = {}, timeoutSeconds }: McpToolsDefinition["mcp"],
  {
    outbound,
    environment,
    onToolsChanged,
    onCutList = () => undefined,
    onLeftOut = () => undefined,
  }: McpDependencies,
): Promise<McpClient> {
  fillHeaders(headers, environment); // says by name which variable is missing
  // Loaded only where an agent has such tools: it is large.
  const { Client, StreamableHTTPClientTransport, isSpecType } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "ServiceChat", version: manifest.version },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto" },
      // The library's own would run the server's patterns on the server's results.
      jsonSchemaValidator: resultCheck,
      // Heard at once: the client would wait for a pause in what is announced, which may never come.
      ...(onToolsChanged && {
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
      }),
    },
  );
  /** Whether the server says that it tells of changes. */
  const announces = () =>
    onToolsChanged !== undefined && client.getServerCapabilities()?.tools?.listChanged === true;
  const guardedFetch: FetchLike = async (to, init) => {
    // No call needs the stream that is opened for announcements: where there are none, it would only be held open.
    if (init?.method === "GET" && !new Headers(init.headers).has("last-event-id") && !announces())
      return new Response(null, { status: 405 });
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries(fillHeaders(headers, environment).headers))
      sent.set(name, value);
    return outbound.fetch(to, { ...init, headers: sent });
  };
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: guardedFetch });
  await client.connect(transport, { timeout: timeoutSeconds * 1000 });
  skipBrokenTools(transport, { isTool: (value) => isSpecType.Tool(value), onLeftOut });
  endLists(transport, onCutList);
  const told = endRequests(transport);
  return { client, close: () => told().then(() => client.close()) };
}
