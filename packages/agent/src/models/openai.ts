import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model } from "../agent.ts";
import { openAiBody } from "./openai-body.ts";
import { firstDialect, nextDialect } from "./openai-dialect.ts";
import type { Dialect } from "./openai-dialect.ts";
import { createOpenAiReader } from "./openai-reader.ts";
import { providerUrl } from "./provider-url.ts";
import type { ProviderStream } from "./provider-stream.ts";

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
}: {
  readonly definition: Extract<ModelDefinition, { provider: "openai" }>;
  readonly apiKey: string | undefined;
  readonly stream: ProviderStream;
  readonly dialects: Map<string, Dialect>;
}): Model {
  const url = providerUrl(definition.baseUrl, "chat/completions");
  const server = `${url.href} ${definition.name}`;
  const first = firstDialect(url);

  return {
    async speak(request, onText) {
      for (;;) {
        const dialect = dialects.get(server) ?? first;
        const reader = createOpenAiReader(onText);
        const body = openAiBody(definition, request, dialect);
        try {
          await stream(
            { url, headers: authorization(url, apiKey), body, secret: apiKey, signal: request.signal },
            reader,
          );
          return reader.said();
        } catch (thrown) {
          const next = nextDialect(thrown, dialect, first);
          if (!next) throw thrown;
          dialects.set(server, next);
        }
      }
    },
  };
}

/** Azure's older addresses read the key from a header of their own. */
function authorization(url: URL, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  const isAzure = url.hostname.endsWith(".azure.com");
  return { authorization: `Bearer ${apiKey}`, ...(isAzure && { "api-key": apiKey }) };
}
