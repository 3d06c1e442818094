import { findSecret } from "@servicechat/contract/agent-file";
import type { ModelDefinition, SecretSources, SecretUse } from "@servicechat/contract/agent-file";
import type { Dispatcher } from "undici";
import { ModelError } from "../agent.ts";
import type { Model } from "../agent.ts";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { createAiSdkModel } from "./ai-sdk.ts";
import { createAnthropicModel } from "./anthropic.ts";
import { createExtractiveModel } from "../extractive/extractive.ts";
import type { Pace } from "../extractive/extractive.ts";
import { guardModel, type KnownThoughts } from "./guard-model.ts";
import { createOpenAiModel } from "./openai.ts";
import type { Dialect } from "./openai.ts";
import type { ProviderStream } from "./provider-stream.ts";
import { createResponsesModel } from "./responses.ts";

interface Dependencies {
  /** Where keys are found. */
  readonly sources: SecretSources;
  readonly dispatcher: Dispatcher | undefined;
  readonly isPublicOnly?: ((origin: string) => Promise<boolean>) | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly limits: AgentLimits;
  readonly log: Log;
  /** How fast `extractive` speaks. */
  readonly pace?: Pace | undefined;
}

/** For whom a model is opened. */
interface ModelUse extends Pick<SecretUse, "agents"> {
  /** Where a module's relative path starts. */
  readonly baseDirectory?: string | undefined;
}

/** Makes models out of their definitions. Cheap: a model is opened for each request, so a changed key holds at once. */
export function createModelOpener({
  sources,
  dispatcher,
  isPublicOnly,
  allowedNetworks,
  limits,
  log,
  pace,
}: Dependencies) {
  let opened: ProviderStream | undefined;
  /** With the first question to a provider: the HTTP client takes a tenth of the memory of a service at rest. */
  async function openStream(): Promise<ProviderStream> {
    const { createProviderStream } = await import("./provider-stream.ts");
    return (opened ??= createProviderStream({ dispatcher, isPublicOnly, allowedNetworks, limits }));
  }
  const stream: ProviderStream = (call, reader) =>
    opened ? opened(call, reader) : openStream().then((open) => open(call, reader));
  const dialects = new Map<string, Dialect>();
  const sight = { blind: new Set<string>(), log };
  const thoughts: KnownThoughts = new Map();

  /** @throws ModelError `model_refused` when there is no key, or it may not be sent to the model */
  async function findKey(
    definition: Exclude<ModelDefinition, { provider: "extractive" }>,
    agents: ModelUse["agents"],
  ): Promise<string | undefined> {
    const { apiKeyEnv: name } = definition;
    if (name === undefined) return undefined;
    // A module reads the environment itself: nothing stored reaches it.
    const { environment } = sources;
    const found =
      "baseUrl" in definition
        ? await findSecret({ name, agents, origin: new URL(definition.baseUrl).origin }, sources)
        : await findSecret({ name, agents, origin: null }, { environment });
    if ("value" in found) return found.value;
    throw new ModelError("model_refused", found.reason, { retryable: false });
  }

  async function openProvider(
    definition: ModelDefinition,
    { agents, baseDirectory }: ModelUse,
  ): Promise<Model> {
    if (definition.provider === "extractive") return createExtractiveModel(pace && { pace });
    const apiKey = await findKey(definition, agents);
    switch (definition.provider) {
      case "openai":
        return createOpenAiModel({ definition, apiKey, stream, dialects, ...sight });
      case "openai-responses":
        return createResponsesModel({ definition, apiKey, stream, ...sight });
      case "anthropic":
        return createAnthropicModel({ definition, apiKey, stream, ...sight });
      case "ai-sdk":
        return createAiSdkModel({ definition, apiKey, baseDirectory, limits, ...sight });
    }
  }

  /** Open it again for each request. @throws ModelError when it cannot be used as it is set up */
  return async function openModel(definition: ModelDefinition, use: ModelUse): Promise<Model> {
    const model = await openProvider(definition, use);
    // It reads the conversation as it is stored, and nothing leaves the service.
    if (definition.provider === "extractive") return model;
    return guardModel(model, { definition, baseDirectory: use.baseDirectory, thoughts, log });
  };
}
