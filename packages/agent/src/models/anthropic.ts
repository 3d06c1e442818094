import type { Model } from "../agent.ts";
import { anthropicBody } from "./anthropic-body.ts";
import { createAnthropicReader } from "./anthropic-reader.ts";
import { providerUrl } from "./provider-url.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { tryImages } from "./try-images.ts";

/** A model behind the Messages API. */
export function createAnthropicModel({
  definition,
  apiKey,
  stream,
  blind,
  log,
}: ProviderModelDependencies<"anthropic">): Model {
  const { name, baseUrl } = definition;
  const url = providerUrl(baseUrl, "messages");
  const headers = {
    "anthropic-version": "2023-06-01",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
  };

  return {
    speak: tryImages({ key: `${url.href} ${name}`, name, blind, log }, async (request, onText) => {
      const reader = createAnthropicReader(onText, request.onThinking);
      const body = anthropicBody(definition, request);
      try {
        await stream({ url, headers, body, secret: apiKey, signal: request.signal }, reader);
        return reader.response();
      } catch (thrown) {
        request.onUnfinished?.(reader.counts());
        throw thrown;
      }
    }),
  };
}
