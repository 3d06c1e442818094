import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelMessage, ModelRequest } from "../agent.ts";
import { labelResult } from "./label-result.ts";

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

/** A conversation that has used tools must describe them, even where the model may not use any more. */
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
    case "user":
      return { role: "user", content: textBlocks(message.text) };
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

/** Text of nothing but white space is refused. */
function textBlocks(text: string): object[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** All results of one round must come in one message, and roles take turns. */
function mergeRoles(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const merged: AnthropicMessage[] = [];
  for (const message of messages) {
    if (message.content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === message.role) {
      merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else {
      merged.push(message);
    }
  }
  return merged;
}
