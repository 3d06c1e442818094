import type { AgentRecord, KnowledgeStore, VectorStore } from "@servicechat/storage";
import type { Log } from "./create-knowledge.ts";
import type { createEmbedderOpener } from "./embed/open-embedder.ts";

interface Parts {
  readonly knowledge: Pick<KnowledgeStore, "optimize">;
  readonly vectors: Pick<VectorStore, "optimize">;
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
  { knowledge, vectors, openEmbedder, log }: Parts,
  { id: agentId, definition }: AgentRecord,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { embeddings } = definition.knowledge;
  try {
    await knowledge.optimize(agentId, signal);
    if (embeddings) await vectors.optimize({ agentId, model: openEmbedder(embeddings).model }, signal);
  } catch (error) {
    signal?.throwIfAborted();
    log.warn(
      { agentId, err: error },
      "the index for this agent's knowledge could not be built, so searches stay slow",
    );
  }
}
