import type { EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import type { Embedder } from "./embedder.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";

interface EmbedderDependencies {
  /** Where keys are looked up, at each call. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
}

/** Gives the embedder of a definition. All agents share the local one, which is loaded with its first text. */
export function createEmbedderOpener({ environment, fetch }: EmbedderDependencies) {
  const local = createLocalEmbedder();

  return function openEmbedder(definition: EmbeddingsDefinition): Embedder {
    switch (definition.provider) {
      case "openai":
        return createOpenAiEmbedder({ definition, environment, fetch });
      case "local":
        return local;
    }
  };
}
