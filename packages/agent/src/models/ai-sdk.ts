import { asObject } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model, ModelRequest, ModelResponse, ModelMessage, UserMessage } from "../agent.ts";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { errorOfAiSdk, createPartReader } from "./ai-sdk-reader.ts";
import { loadLanguageModel } from "./ai-sdk-module.ts";
import { tryImages } from "./try-images.ts";
import { createProviderTimeouts } from "./provider-timeouts.ts";
import { cleanJson } from "../json.ts";
import { base64, imagesOf, userText, labelResult } from "./message-content.ts";

/** A model object of the AI SDK, for providers that speak nothing else. It is held to the same time limits as any other. */
export function createAiSdkModel({
  definition,
  apiKey,
  baseDirectory,
  limits,
  blind,
  log,
}: {
  readonly definition: Extract<ModelDefinition, { provider: "ai-sdk" }>;
  /** Taken out of whatever the provider says back, so that no log shows it. */
  readonly apiKey: string | undefined;
  readonly baseDirectory: string | undefined;
  readonly limits: AgentLimits;
  /** Models that turned out to see no images; it is added to, and outlives the model. */
  readonly blind: Set<string>;
  readonly log: Log;
}): Model {
  return {
    speak: tryImages(
      { key: `${baseDirectory} ${definition.module}`, name: definition.module, blind, log },
      speak,
    ),
  };

  async function speak(request: ModelRequest, onText: (piece: string) => void): Promise<ModelResponse> {
    const model = await loadLanguageModel(definition.module, baseDirectory);
    request.signal.throwIfAborted();
    const ending = new AbortController();
    const timeouts = createProviderTimeouts(request.signal, limits, (reason) => ending.abort(reason));
    const reader = createPartReader(onText, request.onThinking);
    try {
      const options = {
        ...aiSdkOptions(definition, request, model.specificationVersion),
        abortSignal: ending.signal,
      };
      const opening = Promise.resolve(model.doStream(options));
      await eachPart(opening, ending.signal, (part) => {
        timeouts.began();
        timeouts.received();
        reader.take(asObject(part) ?? {});
      });
      return reader.response();
    } catch (thrown) {
      request.onUnfinished?.(reader.counts());
      request.signal.throwIfAborted();
      throw timeouts.expired ?? errorOfAiSdk(thrown, apiKey);
    } finally {
      timeouts.end();
    }
  }
}

/** Takes the parts of a stream as they come. An abort ends it at once, whatever the model object makes of the signal. */
async function eachPart(
  opening: Promise<{ readonly stream: ReadableStream<unknown> }>,
  signal: AbortSignal,
  take: (part: unknown) => void,
): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  // Cancelling ends a read that is waiting.
  let leave = () => void opening.then(({ stream }) => stream.cancel()).catch(() => undefined);
  const abort = () => {
    aborted.reject(signal.reason);
    leave();
  };
  signal.addEventListener("abort", abort);
  try {
    const { stream } = await Promise.race([opening, aborted.promise]);
    const reader = stream.getReader();
    leave = () => void reader.cancel().catch(() => undefined);
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      take(value);
    }
  } finally {
    signal.removeEventListener("abort", abort);
    leave();
  }
}

/**
 * The options of a call, as the AI SDK's language model takes them.
 *
 * @param version What the model says it is, such as `v3`
 */
function aiSdkOptions(
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
