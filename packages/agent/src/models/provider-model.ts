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
