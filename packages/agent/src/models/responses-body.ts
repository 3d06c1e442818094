import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelMessage, ModelRequest, UserMessage } from "../agent.ts";
import { cleanJson } from "../clean-json.ts";
import { base64, imagesOf, userText } from "./attachments.ts";
import { labelResult } from "./label-result.ts";

/** Less is refused. */
const minTokens = 16;

/** The body of a Responses request. Nothing of it is kept by the provider. */
export function responsesBody(
  definition: Extract<ModelDefinition, { provider: "openai-responses" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
): object {
  return {
    model: definition.name,
    instructions,
    input: messages.flatMap(inputItems),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        name,
        description,
        parameters: inputSchema,
        // Strict schemas allow less than what agents describe.
        strict: false,
      })),
    }),
    max_output_tokens: Math.max(minTokens, maxOutputTokens),
    ...(definition.temperature !== undefined && { temperature: definition.temperature }),
    ...(definition.reasoning && { reasoning: { effort: definition.reasoning } }),
    store: false,
    stream: true,
  };
}

function userContent(message: UserMessage): string | object[] {
  const text = userText(message);
  const images = imagesOf(message);
  if (images.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "input_text", text }]),
    ...images.map((image) => ({
      type: "input_image",
      image_url: `data:${image.mediaType};base64,${base64(image)}`,
      detail: "auto",
    })),
  ];
}

function inputItems(message: ModelMessage): object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message) }];
    case "tool":
      return [{ type: "function_call_output", call_id: message.callId, output: labelResult(message) }];
    case "assistant":
      return [
        ...(message.text === "" ? [] : [{ role: "assistant", content: message.text }]),
        ...message.toolCalls.map(({ id, name, input }) => ({
          type: "function_call",
          call_id: id,
          name,
          arguments: cleanJson(input ?? {}),
        })),
      ];
  }
}
