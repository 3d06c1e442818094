import type { Model } from "../agent.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { openAiBody } from "./openai-body.ts";
import { firstDialect, nextDialect } from "./openai-dialect.ts";
import type { Dialect } from "./openai-dialect.ts";
import { createOpenAiReader } from "./openai-reader.ts";
import { providerUrl } from "./provider-url.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { tryImages } from "./try-images.ts";

/**
 * A model behind any server that speaks Chat Completions: OpenAI, Azure, Ollama, vLLM, Groq, OpenRouter and others.
 *
 * @param dialects What servers turned out to accept, by address and model; it is added to, and outlives the model
 */
export function createOpenAiModel({
  definition,
  apiKey,
  stream,
  dialects,
  blind,
  log,
}: ProviderModelDependencies<"openai"> & { readonly dialects: Map<string, Dialect> }): Model {
  const url = providerUrl(definition.baseUrl, "chat/completions");
  const server = `${url.href} ${definition.name}`;
  const first = firstDialect(url);

  return {
    speak: tryImages({ key: server, name: definition.name, blind, log }, async (request, onText) => {
      for (;;) {
        const dialect = dialects.get(server) ?? first;
        const reader = createOpenAiReader(onText, request.onThinking);
        const body = openAiBody(definition, request, dialect);
        try {
          await stream(
            { url, headers: openAiAuthorization(url, apiKey), body, secret: apiKey, signal: request.signal },
            reader,
          );
          return reader.response();
        } catch (thrown) {
          const next = nextDialect(thrown, { tried: dialect, first });
          if (!next) {
            request.onUnfinished?.(reader.counts());
            throw thrown;
          }
          dialects.set(server, next);
        }
      }
    }),
  };
}
