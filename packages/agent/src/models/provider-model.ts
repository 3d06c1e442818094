import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Log } from "../log.ts";
import type { ProviderStream } from "./provider-stream.ts";

/** The dependencies of a model that is reached over HTTP. */
export interface ProviderModelDependencies<Provider extends ModelDefinition["provider"]> {
  readonly definition: Extract<ModelDefinition, { provider: Provider }>;
  readonly apiKey: string | undefined;
  readonly stream: ProviderStream;
  /** Models that turned out to see no images; it is added to, and outlives the model. */
  readonly blind: Set<string>;
  readonly log: Log;
}

/** An endpoint below a provider's base address; a query, such as Azure's `api-version`, stays. */
export function providerUrl(baseUrl: string, endpoint: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${endpoint}`;
  return url;
}

/** The headers with a key. Azure's older addresses use a different header. */
export function openAiAuthorization(url: URL, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  const isAzure = url.hostname.endsWith(".azure.com");
  return { authorization: `Bearer ${apiKey}`, ...(isAzure && { "api-key": apiKey }) };
}
