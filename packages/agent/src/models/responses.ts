import type { Model } from "../agent.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { providerUrl } from "./provider-url.ts";
import type { ProviderModelDependencies } from "./provider-model.ts";
import { responsesBody } from "./responses-body.ts";
import { createResponsesReader } from "./responses-reader.ts";
import { tryImages } from "./try-images.ts";

/** A model behind the Responses API of OpenAI or of a server that has it too. */
export function createResponsesModel({
  definition,
  apiKey,
  stream,
  blind,
  log,
}: ProviderModelDependencies<"openai-responses">): Model {
  const { name, baseUrl } = definition;
  const url = providerUrl(baseUrl, "responses");
  const headers = openAiAuthorization(url, apiKey);

  return {
    speak: tryImages({ key: `${url.href} ${name}`, name, blind, log }, async (request, onText) => {
      const reader = createResponsesReader(onText, request.onThinking);
      const body = responsesBody(definition, request);
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
