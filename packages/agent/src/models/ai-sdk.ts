import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model, ModelRequest, ModelResponse } from "../agent.ts";
import { asObject } from "@servicechat/contract";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { errorOfAiSdk } from "./ai-sdk-error.ts";
import { loadLanguageModel } from "./ai-sdk-module.ts";
import { aiSdkOptions } from "./ai-sdk-options.ts";
import { createPartReader } from "./ai-sdk-reader.ts";
import { tryImages } from "./try-images.ts";
import { createProviderTimeouts } from "./provider-timeouts.ts";

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
        timeouts.heard();
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
