import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelMessage, ModelRequest } from "../agent.ts";
import { base64, imagesOf, userText, withoutImages } from "./attachments.ts";
import type { ImageAttachment } from "./attachments.ts";
import { labelResult } from "./label-result.ts";

/** Larger images are refused, and the whole request with them: in characters of base64, and pixels of a side. */
const max = { length: 5_242_880, side: 8000 };
const tooLarge = "(an image that is too large to be shown to you: say so if it matters)";

interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly object[];
}

/** The body of a Messages request. */
export function anthropicBody(
  definition: Extract<ModelDefinition, { provider: "anthropic" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
): object {
  return {
    model: definition.name,
    system: instructions,
    messages: mergeRoles(messages.map(anthropicMessage)),
    ...toolFields(tools, messages),
    max_tokens: maxOutputTokens,
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    stream: true,
  };
}

/** A conversation that has used tools must describe them, even if the model may no longer use any. */
function toolFields(tools: ModelRequest["tools"], messages: readonly ModelMessage[]): object {
  if (tools.length > 0) {
    return {
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
    };
  }
  const used = messages.flatMap((message) => (message.role === "assistant" ? message.toolCalls : []));
  if (used.length === 0) return {};
  return {
    tools: [...new Set(used.map(({ name }) => name))].map((name) => ({
      name,
      input_schema: { type: "object" },
    })),
    tool_choice: { type: "none" },
  };
}

function anthropicMessage(message: ModelMessage): AnthropicMessage {
  switch (message.role) {
    case "user": {
      const shown = withoutImages(message, tooLarge, isTooLarge);
      return { role: "user", content: [...imagesOf(shown).map(imageBlock), ...textBlocks(userText(shown))] };
    }
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...textBlocks(message.text),
          ...message.toolCalls.map(({ id, name, input }) => ({
            type: "tool_use",
            id,
            name,
            input: input ?? {},
          })),
        ],
      };
    case "tool":
      return {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: message.callId,
            content: labelResult(message),
            is_error: message.failed,
          },
        ],
      };
  }
}

function isTooLarge({ bytes, width = 0, height = 0 }: ImageAttachment): boolean {
  return Math.ceil(bytes.byteLength / 3) * 4 > max.length || Math.max(width, height) > max.side;
}

function imageBlock(image: ImageAttachment): object {
  return { type: "image", source: { type: "base64", media_type: image.mediaType, data: base64(image) } };
}

/** Text of nothing but white space is refused. */
function textBlocks(text: string): object[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** All results of one round must come in one message, with what the visitor says after them. */
function mergeRoles(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const merged: AnthropicMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role === message.role) {
      merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else {
      merged.push(message);
    }
  }
  return merged;
}
