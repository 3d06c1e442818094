import type { AgentRecord, PassageRecord, VectorStore } from "@servicechat/storage";
import type { EmbeddingReport, SyncOptions } from "../knowledge.ts";
import { EmbeddingError, type Embedder, type EmbedOptions } from "./embedder.ts";
import { passageVectors } from "./passage-vectors.ts";

/** What passages get their vectors with. */
export interface EmbeddingParts {
  readonly vectors: VectorStore;
  /** Resolves after this many milliseconds. @throws the signal's reason */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** For one batch of passages. */
const timeoutMs = 60_000;

/** Milliseconds before each further attempt at a batch. */
const pauses = [1000, 4000, 15_000];

const maxPauseMs = 60_000;

/**
 * Gives a vector to every passage that has none of this model yet, batch by batch, so that a sync that was cut goes on
 * where it was. A model that fails ends it: what is there stays, and passages without a vector are found by their words.
 *
 * @throws the signal's reason when it is aborted
 */
export async function embedPassages(
  { vectors, wait }: EmbeddingParts,
  { agent, embedder }: { readonly agent: AgentRecord; readonly embedder: Embedder },
  { onEmbedded, signal }: SyncOptions,
): Promise<EmbeddingReport> {
  const set = { agentId: agent.id, model: embedder.model };
  const { passages: total, vectors: there } = await vectors.count(set);
  let made = 0;
  let after = "0";
  for (;;) {
    signal?.throwIfAborted();
    const some = await vectors.missing({ ...set, after, limit: embedder.batch });
    const last = some.at(-1);
    if (!last) return { made, missing: Math.max(0, total - there - made) };
    after = last.id;
    try {
      const found = await patiently(embedder, { passages: some, wait, signal });
      await vectors.save(
        set,
        some.flatMap(({ id }, index) => {
          const vector = found[index];
          return vector ? [{ passageId: id, vector }] : [];
        }),
      );
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error;
      return { made, missing: Math.max(0, total - there - made), fault: error.message };
    }
    made += some.length;
    onEmbedded?.({ done: Math.min(there + made, total), total });
  }
}

async function patiently(
  embedder: Embedder,
  {
    passages,
    wait,
    signal,
  }: Pick<EmbeddingParts, "wait"> &
    Pick<EmbedOptions, "signal"> & { readonly passages: readonly PassageRecord[] },
): Promise<readonly Float32Array[]> {
  for (const pause of pauses) {
    try {
      return await passageVectors(embedder, passages, { timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof EmbeddingError && error.retryable)) throw error;
      await wait(Math.min((error.retryAfter ?? 0) * 1000 || pause, maxPauseMs), signal);
    }
  }
  return passageVectors(embedder, passages, { timeoutMs, signal });
}
