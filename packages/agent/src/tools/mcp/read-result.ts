import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import type { ToolRow } from "@servicechat/contract";
import type { ToolImage, ToolOutcome } from "../../agent.ts";
import { cleanJson } from "../../clean-json.ts";
import { ToolError } from "../tool-error.ts";
import type { McpCallError } from "./mcp-connection.ts";

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
export function readResult(
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
export function refusedCall(refusal: McpCallError): ToolError {
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
