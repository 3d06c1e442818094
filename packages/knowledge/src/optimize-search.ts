import type { AgentRecord, KnowledgeStore, VectorStore, WordingStore } from "@servicechat/storage";
import type { Log } from "./create-knowledge.ts";
import type { createEmbedderOpener } from "./embeddings/open-embedder.ts";

interface Dependencies {
  readonly knowledge: Pick<KnowledgeStore, "optimize">;
  readonly vectors: Pick<VectorStore, "optimize">;
  readonly wordings: Pick<WordingStore, "optimize">;
  readonly openEmbedder: ReturnType<typeof createEmbedderOpener>;
  readonly log: Log;
}

/**
 * Makes searches of an agent quick again after a sync. Where that fails they are slower, and right all the same: so it is
 * logged, and the next sync tries again.
 *
 * @throws the signal's reason when it is aborted
 */
export async function optimizeSearch(
  { knowledge, vectors, wordings, openEmbedder, log }: Dependencies,
  { id: agentId, definition }: AgentRecord,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { embeddings } = definition.knowledge;
  try {
    await knowledge.optimize(agentId, signal);
    if (!embeddings) return;
    const set = { agentId, model: openEmbedder(embeddings).model };
    await vectors.optimize(set, signal);
    await wordings.optimize(set, signal);
  } catch (error) {
    signal?.throwIfAborted();
    log.warn(
      { agentId, err: error },
      "the index for this agent's knowledge could not be built, so searches stay slow",
    );
  }
}
