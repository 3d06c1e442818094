import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { asObject, cleanText } from "@servicechat/contract";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Tool, ToolContext } from "../../agent.ts";
import { neutral } from "../../context/labels.ts";
import { confirmFields } from "../confirm-fields.ts";
import { publicHost } from "../public-host.ts";
import { shownHeaders } from "../shown-headers.ts";
import { McpCallError } from "./mcp-connection.ts";
import type { McpConnection, McpProgress } from "./mcp-connection.ts";
import { readResult, refusedCall } from "./read-result.ts";

const maxDescriptionLength = 4000;
const maxTitleLength = 100;
/** More says nothing to a visitor, and every row is an event that is kept for a while. */
const maxProgressRows = 50;

interface Dependencies {
  /** As the model knows it. */
  readonly name: string;
  /** As the model and the check of inputs can use it. */
  readonly inputSchema: Tool["inputSchema"];
  readonly definition: McpToolsDefinition;
  readonly connection: McpConnection;
  /** The server did not answer. */
  readonly onFailure: () => void;
}

/** One tool of an MCP server. Unless the definition says otherwise, the visitor is asked before one that may change things. */
export function createMcpTool(
  tool: McpTool,
  { name, inputSchema, definition, connection, onFailure }: Dependencies,
): Tool {
  const title = short(tool.title ?? tool.annotations?.title ?? tool.name, maxTitleLength);
  const url = new URL(definition.mcp.url);
  const host = publicHost(url);
  // The whole address: two servers of one host may have tools of the same name.
  const request = `MCP tools/call ${tool.name} at ${host === undefined ? url.pathname + url.search : url.href}`;
  return {
    name,
    title,
    description: neutral(short(tool.description ?? title, maxDescriptionLength)),
    inputSchema,
    ...(asks(tool, definition) && {
      confirm: (input: unknown) => ({
        title,
        request,
        ...(host !== undefined && { host }),
        fields: confirmFields(inputSchema, input),
        headers: shownHeaders(definition.mcp.headers ?? {}),
        body: JSON.stringify(asObject(input) ?? {}),
      }),
    }),
    async run(input, context) {
      const call = {
        name: tool.name,
        input: asObject(input) ?? {},
        signal: context.signal,
        beforeSending: context.beforeSending,
        onProgress: progressRows(title, connection, context),
      };
      const result = await connection.callTool(call).catch((thrown: unknown) => {
        if (!context.signal.aborted) onFailure();
        throw thrown instanceof McpCallError ? refusedCall(thrown) : thrown;
      });
      return readResult(result, { alt: title, hide: (text) => connection.hide(text) });
    },
  };
}

function asks(tool: McpTool, { confirm }: McpToolsDefinition): boolean {
  if (typeof confirm === "boolean") return confirm;
  return confirm ? confirm.includes(tool.name) : tool.annotations?.readOnlyHint !== true;
}

function progressRows(
  title: string,
  connection: McpConnection,
  context: ToolContext,
): (progress: McpProgress) => void {
  let count = 0;
  return ({ progress, total, message }) => {
    if (++count > maxProgressRows) return;
    const detail = total === undefined ? String(progress) : `${progress} / ${total}`;
    const said = short(connection.hide(message ?? ""), maxTitleLength);
    context.progress([{ title: said || title, detail, status: "running" }]);
  };
}

function short(text: string, maxLength: number): string {
  return cleanText(text).slice(0, maxLength).toWellFormed();
}
