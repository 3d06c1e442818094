import type { CallToolResult, Client, FetchLike, Tool as McpTool } from "@modelcontextprotocol/client";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import { OutboundError } from "@servicechat/outbound";
import type { Outbound } from "@servicechat/outbound";
import manifest from "../../../package.json" with { type: "json" };
import { fillHeaders } from "../secrets.ts";
import { endRequests, streamBroken } from "./end-requests.ts";
import { leaveOutBroken } from "./leave-out-broken.ts";

/** What connections to MCP servers are made with. */
export interface McpParts {
  readonly outbound: Outbound;
  /** Where `${NAME}` in headers is looked up, at each request. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Hears from the server that its tools are others now. Without it, no announcements are listened to. */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Hears of each tool that is not in the list since it breaks the protocol. */
  readonly onLeftOut?: ((tool: unknown) => void) | undefined;
}

/** How far a call has come, as its server says. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** One server, connected when it is first asked for something, and again when it no longer knows the connection. */
export interface McpConnection {
  /** Rejects when the server cannot be reached, or speaks something else. Messages of errors hold no secrets. */
  listTools(): Promise<readonly McpTool[]>;
  /** The same, or with a `McpRefusal`. */
  callTool(call: McpCall): Promise<CallToolResult>;
  /** Takes the secrets of its headers out of a text that came back. */
  hide(text: string): string;
  /** Lets go of the server, once the calls that are under way are over. A later call connects anew, for itself. */
  close(): void;
}

/** One use of a tool. */
interface McpCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: McpProgress) => void;
}

/** The server has answered a call with an error. The message is the server's own, without the secrets of its headers. */
export class McpRefusal extends Error {
  override readonly name = "McpRefusal";
}

interface Opened {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** A client on its way, and how many use it. */
interface Link {
  readonly opened: Promise<Opened>;
  users: number;
  /** It was listening to announcements, and the server ended that. */
  isDeaf: boolean;
}

/** How much is kept of what went wrong, in characters. */
const maxMessageLength = 1000;
/** What servers say when they have forgotten a session, as after a restart: nothing has been done then. */
const forgotten = [400, 404];

/** Connects by the rules of the house; secrets are looked up for each request, and kept nowhere. */
export function createMcpConnection(
  { url, headers = {}, timeoutSeconds }: McpToolsDefinition["mcp"],
  { outbound, environment, onToolsChanged, onLeftOut = () => undefined }: McpParts,
): McpConnection {
  const timeout = timeoutSeconds * 1000;
  let current: Link | undefined;
  let isClosed = false;

  /** @param announces whether the server says that it tells of changes */
  const guardedFetch =
    (announces: () => boolean): FetchLike =>
    async (to, init) => {
      // No call needs the stream that is opened for announcements: where there are none, it would only be held open.
      if (init?.method === "GET" && !new Headers(init.headers).has("last-event-id") && !announces())
        return new Response(null, { status: 405 });
      const sent = new Headers(init?.headers);
      for (const [name, value] of Object.entries(fillHeaders(headers, environment).headers))
        sent.set(name, value);
      return outbound.fetch(to, { ...init, headers: sent });
    };

  async function connect(): Promise<Opened> {
    fillHeaders(headers, environment); // says by name which variable is missing
    // Loaded only where an agent has such tools: it is large.
    const { Client, StreamableHTTPClientTransport, isSpecType } =
      await import("@modelcontextprotocol/client");
    const client = new Client(
      { name: "ServiceChat", version: manifest.version },
      {
        capabilities: {},
        versionNegotiation: { mode: "auto" },
        // Heard at once: the client would wait for a pause in what is announced, which may never come.
        ...(onToolsChanged && {
          listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
        }),
      },
    );
    const announces = () =>
      onToolsChanged !== undefined && client.getServerCapabilities()?.tools?.listChanged === true;
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: guardedFetch(announces) });
    await client.connect(transport, { timeout });
    leaveOutBroken(transport, { isTool: (value) => isSpecType.Tool(value), onLeftOut });
    const told = endRequests(transport);
    return { client, close: () => told().then(() => client.close()) };
  }

  function link(): Link {
    if (current) return current;
    const made: Link = { opened: connect(), users: 0, isDeaf: false };
    made.opened
      .then(({ client }) => client.autoOpenedSubscription?.closed)
      .then((ending) => (made.isDeaf = ending !== undefined))
      .catch(() => undefined);
    return (current = made);
  }

  /** Nobody asks through it again: what it still holds open would stay so for as long as the server likes. */
  function forget(old: Link): void {
    if (current === old) current = undefined;
    if (old.users === 0) old.opened.then(({ close }) => close()).catch(() => undefined);
  }

  async function through<Answer>(used: Link, question: (client: Client) => Promise<Answer>): Promise<Answer> {
    used.users += 1;
    try {
      return await question((await used.opened).client);
    } finally {
      used.users -= 1;
      if (isClosed || current !== used) forget(used);
    }
  }

  /** Asks the server; one that has forgotten the session is connected to anew, and asked once more. */
  async function ask<Answer>(
    question: (client: Client) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const known = current;
    let used = link();
    let isAsked = false;
    const put = (client: Client) => {
      isAsked = true;
      return question(client);
    };
    try {
      try {
        return await through(used, put);
      } catch (thrown) {
        if (!known || !forgotten.includes(statusOf(thrown))) throw thrown;
        isAsked = false;
        forget(used);
        used = link();
        return await through(used, put);
      }
    } catch (thrown) {
      if (!isAnswer(thrown) && !signal?.aborted) forget(used);
      throw failureOf(thrown, isAsked);
    }
  }

  function failureOf(thrown: unknown, isAsked: boolean): Error {
    const message = hide(messageOf(thrown)).slice(0, maxMessageLength);
    const nothingSent = !isAsked || (thrown instanceof OutboundError && thrown.nothingSent);
    if (nothingSent) return new OutboundError("unreachable", message, { nothingSent });
    return isAnswer(thrown) ? new McpRefusal(message) : new Error(message);
  }

  function hide(text: string): string {
    return fillHeaders(headers, environment).hide(text);
  }

  return {
    listTools() {
      // Listened to anew no more often than the list is read: a server may end such streams as soon as they begin.
      if (current?.isDeaf) forget(current);
      return ask(
        async (client) => (await client.listTools(undefined, { timeout, cacheMode: "refresh" })).tools,
      );
    },
    callTool: ({ name, input, signal, onProgress }) =>
      ask(
        (client) =>
          client.callTool(
            { name, arguments: input },
            { signal, onprogress: onProgress, timeout, resetTimeoutOnProgress: true },
          ),
        signal,
      ),
    hide,
    close() {
      isClosed = true;
      if (current) forget(current);
    },
  };
}

/** Of an error in the way of HTTP; 0 of any other. */
function statusOf(thrown: unknown): number {
  const { status } = thrown as { readonly status?: unknown };
  return typeof status === "number" ? status : 0;
}

/** Whether the server itself said no: the connection is good then. */
function isAnswer(thrown: unknown): boolean {
  const isSaid = thrown instanceof Error && thrown.name === "ProtocolError";
  return isSaid && !("code" in thrown && thrown.code === streamBroken);
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown reason";
  const inner = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : "";
  return `${thrown.message}${inner}`;
}
