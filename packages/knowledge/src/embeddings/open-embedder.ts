import type { EmbeddingsDefinition, SecretSources } from "@servicechat/contract/agent-file";
import type { Embedder } from "./embedder.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";

/** Where keys are looked up, at each call, and what carries requests. */
interface EmbedderDependencies extends SecretSources {
  readonly fetch: typeof globalThis.fetch;
}

/** Gives the embedder of a definition. All agents share the local one, which is loaded with its first text. */
export function createEmbedderOpener({ environment, findStoredSecret, fetch }: EmbedderDependencies) {
  const sources = { environment, findStoredSecret };
  const local = createLocalEmbedder();

  return function openEmbedder(definition: EmbeddingsDefinition, agentId: string): Embedder {
    switch (definition.provider) {
      case "openai":
        return createOpenAiEmbedder({ definition, agentId, sources, fetch });
      case "local":
        return local;
    }
  };
}
