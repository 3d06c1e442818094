import type { CallToolResult, Client, Tool as McpTool } from "@modelcontextprotocol/client";
import type { McpToolsDefinition, SecretSources } from "@servicechat/contract/agent-file";
import { OutboundError } from "@servicechat/outbound";
import { createHeaderFiller } from "../secrets.ts";
import { ToolError } from "../tool-error.ts";
import { streamBroken } from "./end-requests.ts";
import { openMcpClient } from "./open-mcp-client.ts";
import type { McpClient, McpDependencies } from "./open-mcp-client.ts";

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
  /** The same, or with a `McpCallError`. */
  callTool(call: McpCall): Promise<CallToolResult>;
  /** Takes the secrets of its headers out of a text that came back. */
  hide(text: string): string;
  /** Lets go of the server, once the calls that are under way are over. A later call connects again, for itself. */
  close(): void;
}

/** One use of a tool. */
interface McpCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Asked once there is a connection, right before the call leaves. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  readonly onProgress: (progress: McpProgress) => void;
}

/** The server cannot be reached, or refuses. Its text is not a field, so that no log shows it. */
export class McpError extends Error {
  override readonly name: string = "McpError";
  readonly #said: string;

  constructor(message: string, said: string) {
    super(message);
    this.#said = said;
  }

  /** What went wrong, including the server's words, without the secrets of its headers. */
  said(): string {
    return this.#said;
  }
}

/** The server has answered a call with an error. */
export class McpCallError extends McpError {
  override readonly name = "McpCallError";
}

/** A client on its way, and how many use it. */
interface Link {
  readonly opened: Promise<McpClient>;
  users: number;
  /** It was listening to announcements, and the server ended that. */
  isDeaf: boolean;
}

/** How much is kept of what went wrong, in characters. */
const maxMessageLength = 1000;
/** The statuses of servers that have forgotten a session, as after a restart: nothing has been done then. */
const forgotten = [400, 404, 410];

/** Where the secrets of a connection's headers are looked up, and for which agent. */
export interface SecretDependencies {
  readonly agentId: string;
  readonly sources: SecretSources;
}

/** Connects under the rules for outgoing requests; secrets are looked up for each request, and kept nowhere. */
export function createMcpConnection(
  server: McpToolsDefinition["mcp"],
  { agentId, sources, ...dependencies }: McpDependencies & SecretDependencies,
): McpConnection {
  const filler = createHeaderFiller(server.headers ?? {}, { agentId, sources });
  const timeout = server.timeoutSeconds * 1000;
  let current: Link | undefined;
  let isClosed = false;

  function link(): Link {
    if (current) return current;
    const made: Link = {
      opened: openMcpClient(server, { ...dependencies, filler }),
      users: 0,
      isDeaf: false,
    };
    made.opened
      .then(({ client }) => client.autoOpenedSubscription?.closed)
      .then((ending) => (made.isDeaf = ending !== undefined))
      .catch(() => undefined);
    return (current = made);
  }

  /** It is not used again: what it still holds open would otherwise stay open for as long as the server likes. */
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

  /** Asks the server; one that has forgotten the session is connected to again, and asked once more. */
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
    const said = hide(messageOf(thrown)).slice(0, maxMessageLength);
    const { host } = new URL(server.url);
    const message = `${host} ${isAnswer(thrown) ? refusalOf(thrown) : hide(ownWordsOf(thrown))}`;
    const nothingSent = !isAsked || (thrown instanceof OutboundError && thrown.nothingSent);
    if (nothingSent)
      return new OutboundError("unreachable", message, { nothingSent, cause: new McpError(message, said) });
    return isAnswer(thrown) ? new McpCallError(message, said) : new McpError(message, said);
  }

  function hide(text: string): string {
    return filler.hide(text);
  }

  return {
    listTools() {
      // Listened to again no more often than the list is read: a server may end such streams as soon as they begin.
      if (current?.isDeaf) forget(current);
      return ask(
        async (client) => (await client.listTools(undefined, { timeout, cacheMode: "refresh" })).tools,
      );
    },
    callTool: ({ name, input, signal, beforeSending, onProgress }) =>
      ask(async (client) => {
        await beforeSending?.();
        return client.callTool(
          { name, arguments: input },
          { signal, onprogress: onProgress, timeout, resetTimeoutOnProgress: true },
        );
      }, signal),
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

/** A refusal in our words: the number, where it is one that the protocol has set apart. */
function refusalOf(thrown: unknown): string {
  const { code } = thrown as { readonly code?: unknown };
  const isKnown = typeof code === "number" && code >= -32_768 && code <= -32_000;
  return `answered with ${isKnown ? `error ${code}` : "an error of its own"}`;
}

/** What went wrong, as far as our own words can say it. */
function ownWordsOf(thrown: unknown): string {
  for (let at = thrown; at instanceof Error; at = at.cause)
    if (at instanceof OutboundError || at instanceof ToolError) return `cannot be included: ${at.message}`;
  const status = statusOf(thrown);
  if (status > 0) return `answered with status ${status}`;
  const { code } = thrown as { readonly code?: unknown };
  if (code === streamBroken) return "broke off: the stream ended before its answer";
  return code === "REQUEST_TIMEOUT" ? "gave no answer in time: timed out" : "gave no answer by the protocol";
}
