import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelMessage, ModelRequest, UserMessage } from "../agent.ts";
import { cleanJson } from "../clean-json.ts";
import { base64, imagesOf, userText } from "./attachments.ts";
import { labelResult } from "./label-result.ts";

/**
 * The options of a call, as the AI SDK's language model takes them.
 *
 * @param version What the model says it is, such as `v3`
 */
export function aiSdkOptions(
  { temperature }: Extract<ModelDefinition, { provider: "ai-sdk" }>,
  { instructions, messages, tools, maxOutputTokens }: ModelRequest,
  version: unknown,
): object {
  const options = {
    prompt: [
      { role: "system", content: instructions },
      ...messages.map((message) => promptMessage(message, version)),
    ],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: "function", ...tool })) }),
    maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
  };
  // All input of a model is cleaned, whoever wrote it.
  return JSON.parse(cleanJson(options)) as object;
}

/** Images are base64: until version 3 as they are, from version 4 on with what they are beside them. */
function userContent(message: UserMessage, version: unknown): object[] {
  const text = userText(message);
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...imagesOf(message).map((image) => ({
      type: "file",
      mediaType: image.mediaType,
      data: version === "v2" || version === "v3" ? base64(image) : { type: "data", data: base64(image) },
    })),
  ];
}

function promptMessage(message: ModelMessage, version: unknown): object {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message, version) };
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...(message.text === "" ? [] : [{ type: "text", text: message.text }]),
          ...message.toolCalls.map(({ id, name, input }) => ({
            type: "tool-call",
            toolCallId: id,
            toolName: name,
            input: input ?? {},
          })),
        ],
      };
    case "tool": {
      const output = { type: message.failed ? "error-text" : "text", value: labelResult(message) };
      const { callId: toolCallId, name: toolName } = message;
      return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
    }
  }
}
