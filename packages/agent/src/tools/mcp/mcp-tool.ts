import type { Tool as McpTool, CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { asObject, cleanText } from "@servicechat/contract";
import type { ToolRow } from "@servicechat/contract";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Tool, ToolContext, ToolImage, ToolOutcome } from "../../agent.ts";
import { neutral } from "../../context/labels.ts";
import { confirmFields, publicHost, shownHeaders } from "../confirmation.ts";
import { McpCallError } from "./mcp-connection.ts";
import type { McpConnection, McpProgress } from "./mcp-connection.ts";
import { cleanJson } from "../../json.ts";
import { ToolError } from "../tool-error.ts";

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

/** How much of a failure the model gets, in characters. */
const maxFailureLength = 2000;
const maxRows = 20;
const maxImages = 4;
const maxTextLength = 200;

interface Reading {
  /** Alternative text, for those who cannot see it. */
  readonly alt: string;
  readonly hide: (text: string) => string;
}

/**
 * The result of an MCP server's tool, as data for the model: its structured content, otherwise its texts.
 *
 * @throws ToolError if the tool says that it failed
 */
function readResult(
  { content, structuredContent, isError }: CallToolResult,
  { alt, hide }: Reading,
): ToolOutcome {
  const text = content.map(textOf).filter((part) => part !== "");
  const images = content.flatMap((block) => imageOf(block, alt)).slice(0, maxImages);
  const result = hide(cleanJson(structuredContent ?? { content: text }));
  if (isError)
    throw new ToolError("the MCP server says that its tool failed", { toldModel: failureText(result) });
  const rows = content.flatMap(rowOf).slice(0, maxRows);
  return { result, ...(rows.length > 0 && { rows }), ...(images.length > 0 && { images }) };
}

/** A call that the server answered with an error. The model gets the reason, as data, and the log the fact. */
function refusedCall(refusal: McpCallError): ToolError {
  const { message } = refusal;
  const toldModel = failureText(cleanJson({ error: refusal.said() }));
  return new ToolError(message, { toldModel, isUnsure: true });
}

function failureText(said: string): string {
  return `The tool failed: ${said.slice(0, maxFailureLength).toWellFormed()}`;
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return "text" in block.resource ? block.resource.text : `A file: ${block.resource.uri}`;
    case "resource_link":
      return `A link: ${block.name} (${block.uri})`;
    case "image":
      return "An image.";
    case "audio":
      return "A sound, which cannot be played here.";
  }
}

function imageOf(block: ContentBlock, alt: string): readonly ToolImage[] {
  return block.type === "image" ? [{ bytes: Buffer.from(block.data, "base64"), alt }] : [];
}

/** Links that the visitor can follow. */
function rowOf(block: ContentBlock): readonly ToolRow[] {
  if (block.type !== "resource_link" || !/^https?:\/\//i.test(block.uri) || !URL.canParse(block.uri))
    return [];
  const title = (block.title ?? block.name).slice(0, maxTextLength).toWellFormed();
  return [{ title, url: block.uri, status: "found" }];
}
