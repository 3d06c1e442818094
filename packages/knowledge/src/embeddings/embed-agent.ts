import type { AgentRecord } from "@servicechat/storage";
import type { EmbeddingReport, SyncOptions } from "../knowledge.ts";
import { embedPassages, type EmbeddingDependencies } from "./embed-passages.ts";
import type { createEmbedderOpener } from "./open-embedder.ts";

/** Brings an agent's vectors in step with its passages: makes what is missing, or forgets all when no model is named. */
export async function embedAgent(
  {
    vectors,
    wordings,
    wait,
    openEmbedder,
  }: EmbeddingDependencies & { readonly openEmbedder: ReturnType<typeof createEmbedderOpener> },
  agent: AgentRecord,
  options: SyncOptions,
): Promise<EmbeddingReport | undefined> {
  const { embeddings } = agent.definition.knowledge;
  if (embeddings)
    return embedPassages({ vectors, wordings, wait }, { agent, embedder: openEmbedder(embeddings) }, options);
  if (await vectors.any(agent.id)) await vectors.remove(agent.id);
  return undefined;
}
