import type { ModelDefinition } from "@servicechat/contract/agent-file";
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
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dispatcher: Dispatcher | undefined;
  readonly isPublicOnly?: ((origin: string) => Promise<boolean>) | undefined;
  readonly limits: AgentLimits;
  readonly log: Log;
  /** How fast `extractive` speaks. */
  readonly pace?: Pace | undefined;
}

/** Makes models out of their definitions. Cheap: a model is opened for each reply, so a changed key holds at once. */
export function createModelOpener({
  environment,
  dispatcher,
  isPublicOnly,
  limits,
  log,
  pace,
}: Dependencies) {
  let opened: ProviderStream | undefined;
  /** With the first question to a provider: the HTTP client takes a tenth of the memory of a service at rest. */
  async function openStream(): Promise<ProviderStream> {
    const { createProviderStream } = await import("./provider-stream.ts");
    return (opened ??= createProviderStream({ dispatcher, isPublicOnly, limits }));
  }
  const stream: ProviderStream = (call, reader) =>
    opened ? opened(call, reader) : openStream().then((open) => open(call, reader));
  const dialects = new Map<string, Dialect>();
  const sight = { blind: new Set<string>(), log };
  const thoughts: KnownThoughts = new Map();

  /** @throws ModelError `model_refused` when the variable that holds the key is not set */
  function findKey(variable: string | undefined): string | undefined {
    if (variable === undefined) return undefined;
    const key = environment[variable]?.trim();
    if (key) return key;
    throw new ModelError("model_refused", `the environment variable ${variable} is not set`, {
      retryable: false,
    });
  }

  /** @param baseDirectory where a module's relative path starts */
  function openProvider(definition: ModelDefinition, baseDirectory: string | undefined): Model {
    switch (definition.provider) {
      case "openai":
        return createOpenAiModel({
          definition,
          apiKey: findKey(definition.apiKeyEnv),
          stream,
          dialects,
          ...sight,
        });
      case "openai-responses":
        return createResponsesModel({ definition, apiKey: findKey(definition.apiKeyEnv), stream, ...sight });
      case "anthropic":
        return createAnthropicModel({ definition, apiKey: findKey(definition.apiKeyEnv), stream, ...sight });
      case "ai-sdk":
        return createAiSdkModel({
          definition,
          apiKey: findKey(definition.apiKeyEnv),
          baseDirectory,
          limits,
          ...sight,
        });
      case "extractive":
        return createExtractiveModel(pace && { pace });
    }
  }

  return function openModel(definition: ModelDefinition, baseDirectory?: string): Model {
    const model = openProvider(definition, baseDirectory);
    // It reads the conversation as it is stored, and nothing leaves the service.
    if (definition.provider === "extractive") return model;
    return guardModel(model, { definition, baseDirectory, thoughts, log });
  };
}
