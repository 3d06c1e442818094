import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelMessage, ModelRequest, UserMessage } from "../agent.ts";
import { cleanJson } from "../clean-json.ts";
import { base64, imagesOf, userText } from "./attachments.ts";
import { labelResult } from "./label-result.ts";
import type { Dialect } from "./openai-dialect.ts";

/** The body of a Chat Completions request. */
export function openAiBody(
  definition: Extract<ModelDefinition, { provider: "openai" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
  dialect: Dialect,
): object {
  return {
    model: definition.name,
    messages: [{ role: "system", content: instructions }, ...messages.map(openAiMessage)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema },
      })),
    }),
    [dialect.limitField]: maxOutputTokens,
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    ...(definition.reasoning && { reasoning_effort: definition.reasoning }),
    stream: true,
    ...(dialect.asksUsage && { stream_options: { include_usage: true } }),
  };
}

/** Plain text unless there are images: servers of text models do not support a list of parts. */
function userContent(message: UserMessage): string | object[] {
  const text = userText(message);
  const images = imagesOf(message);
  if (images.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...images.map((image) => ({
      type: "image_url",
      image_url: { url: `data:${image.mediaType};base64,${base64(image)}` },
    })),
  ];
}

function openAiMessage(message: ModelMessage): object {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message) };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: labelResult(message) };
    case "assistant":
      // An empty list of calls is refused, and so is empty content beside calls on some servers.
      return message.toolCalls.length === 0
        ? { role: "assistant", content: message.text }
        : {
            role: "assistant",
            content: message.text || null,
            tool_calls: message.toolCalls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: cleanJson(input ?? {}) },
            })),
          };
  }
}
