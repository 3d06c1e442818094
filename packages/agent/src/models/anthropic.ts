import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model } from "../agent.ts";
import { anthropicBody } from "./anthropic-body.ts";
import { createAnthropicReader } from "./anthropic-reader.ts";
import { providerUrl } from "./provider-url.ts";
import type { ProviderStream } from "./provider-stream.ts";

/** A model behind the Messages API. */
export function createAnthropicModel({
  definition,
  apiKey,
  stream,
}: {
  readonly definition: Extract<ModelDefinition, { provider: "anthropic" }>;
  readonly apiKey: string | undefined;
  readonly stream: ProviderStream;
}): Model {
  const url = providerUrl(definition.baseUrl, "messages");
  const headers = {
    "anthropic-version": "2023-06-01",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
  };

  return {
    async speak(request, onText) {
      const reader = createAnthropicReader(onText);
      const body = anthropicBody(definition, request);
      await stream({ url, headers, body, secret: apiKey, signal: request.signal }, reader);
      return reader.said();
    },
  };
}
