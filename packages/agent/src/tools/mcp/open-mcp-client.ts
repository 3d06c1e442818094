import type {
  Client,
  FetchLike,
  JSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { asObject } from "@servicechat/contract";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import manifest from "../../../package.json" with { type: "json" };
import type { HeaderFiller } from "../secrets.ts";
import { endRequests } from "./end-requests.ts";
import { checkInput } from "../../json-schema/check-input.ts";

/** The dependencies of connections to MCP servers. */
export interface McpDependencies {
  readonly outbound: Outbound;
  /** Called when the server announces that its tools have changed. Without it, announcements are not subscribed to. */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Called with the reason when a list of tools was read only in part. */
  readonly onCutList?: ((reason: string) => void) | undefined;
  /** Called for each tool that is left out of the list because it breaks the protocol. */
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
  { url, timeoutSeconds }: McpToolsDefinition["mcp"],
  {
    outbound,
    filler,
    onToolsChanged,
    onCutList = () => undefined,
    onLeftOut = () => undefined,
  }: McpDependencies & { readonly filler: HeaderFiller },
): Promise<McpClient> {
  await filler.fill(url); // says by name which variable is missing
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
  /** Whether the server declares that it announces changes. */
  const announces = () =>
    onToolsChanged !== undefined && client.getServerCapabilities()?.tools?.listChanged === true;
  const guardedFetch: FetchLike = async (to, init) => {
    // No call needs the stream that is opened for announcements: where there are none, it would only be held open.
    if (init?.method === "GET" && !new Headers(init.headers).has("last-event-id") && !announces())
      return new Response(null, { status: 405 });
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries(await filler.fill(to))) sent.set(name, value);
    return outbound.fetch(to, { ...init, headers: sent });
  };
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: guardedFetch });
  await client.connect(transport, { timeout: timeoutSeconds * 1000 });
  skipBrokenTools(transport, { isTool: (value) => isSpecType.Tool(value), onLeftOut });
  endLists(transport, onCutList);
  const cancelRequests = endRequests(transport);
  return { client, close: () => cancelRequests().then(() => client.close()) };
}

/** More pages than any honest list has; the library gives up a list that has more than 64. */
const maxPages = 60;

/**
 * Ends lists of tools that do not end themselves, or whose later pages fail, with the pages that came. The library would
 * give up all of them.
 *
 * @param onCut Called with the reason when a list was read only in part
 */
function endLists(transport: StreamableHTTPClientTransport, onCut: (reason: string) => void): void {
  const send = transport.send.bind(transport);
  const onMessage = transport.onmessage;
  /** The pages of the list that is being read, by the ids of their requests. */
  const pages = new Map<unknown, number>();
  const cursors = new Set<unknown>();

  function endWith(id: string | number, tools: unknown): void {
    pages.clear();
    onMessage?.({ jsonrpc: "2.0", id, result: { tools } });
  }

  function takePage(id: string | number, page: number, result: Readonly<Record<string, unknown>>): boolean {
    const { tools, nextCursor } = result;
    if (nextCursor === undefined) return false;
    const isKnown = cursors.has(nextCursor);
    cursors.add(nextCursor);
    if (!isKnown && page < maxPages) return false;
    onCut(isKnown ? `the cursor ${shown(nextCursor)} came twice` : `it has more than ${maxPages} pages`);
    endWith(id, isKnown ? [] : tools);
    return true;
  }

  transport.onmessage = (message: JSONRPCMessage) => {
    const id = "id" in message && !("method" in message) ? message.id : undefined;
    const page = pages.get(id);
    if (id === undefined || page === undefined) return onMessage?.(message);
    pages.delete(id);
    const result = "result" in message ? asObject(message.result) : undefined;
    if (result && takePage(id, page, result)) return;
    if (!("error" in message) || page === 1) return onMessage?.(message);
    onCut(`page ${page} could not be read`);
    endWith(id, []);
  };
  transport.send = async (message, options) => {
    if (
      Array.isArray(message) ||
      !("method" in message) ||
      !("id" in message) ||
      message.method !== "tools/list"
    )
      return send(message, options);
    const isFirst = message.params?.["cursor"] === undefined;
    if (isFirst) cursors.clear();
    const page = isFirst ? 1 : cursors.size + 1;
    pages.set(message.id, page);
    try {
      await send(message, options);
    } catch (thrown) {
      // Of a session that is forgotten the whole list is read again.
      const status = (thrown as { readonly status?: unknown }).status;
      if (!pages.delete(message.id)) return;
      if (page === 1 || (typeof status === "number" && status < 500)) throw thrown;
      onCut(`page ${page} could not be read`);
      endWith(message.id, []);
    }
  };
}

/** A cursor may be any text. */
function shown(cursor: unknown): string {
  return typeof cursor === "string" && /^[\w.=+/-]{1,64}$/.test(cursor) ? cursor : "(unreadable)";
}

interface Dependencies {
  /** Whether the protocol allows it as a tool. */
  readonly isTool: (value: unknown) => boolean;
  readonly onLeftOut: (tool: unknown) => void;
}

/**
 * Removes tools that break the protocol from lists. The library would refuse the whole list for a single one of them.
 */
function skipBrokenTools(
  transport: StreamableHTTPClientTransport,
  { isTool, onLeftOut }: Dependencies,
): void {
  const onMessage = transport.onmessage;
  const isKept = (tool: unknown) => {
    const isSound = isTool(tool);
    if (!isSound) onLeftOut(tool);
    return isSound;
  };
  transport.onmessage = (message: JSONRPCMessage) => {
    const result = "result" in message ? asObject(message.result) : undefined;
    if (!("result" in message) || !Array.isArray(result?.["tools"])) return onMessage?.(message);
    onMessage?.({ ...message, result: { ...message.result, tools: result["tools"].filter(isKept) } });
  };
}

/** Checks results by the schemas that a server gives for them, in linear time. One that cannot be used judges nothing. */
const resultCheck = {
  getValidator<Result>(schema: unknown) {
    return (result: unknown) => {
      const [issue] = issuesOf(asObject(schema) ?? {}, result);
      return issue
        ? {
            valid: false as const,
            data: undefined,
            errorMessage: `data${issue.instancePath} ${issue.message}`,
          }
        : { valid: true as const, data: result as Result, errorMessage: undefined };
    };
  },
};

function issuesOf(schema: Readonly<Record<string, unknown>>, result: unknown) {
  try {
    return checkInput(schema, result);
  } catch {
    return [];
  }
}
