import type { AgentRecord, VectorSet, VectorStore, WordingStore } from "@servicechat/storage";
import type { EmbeddingReport, SyncOptions } from "../knowledge.ts";
import { EmbeddingError, type Embedder, type EmbedOptions } from "./embedder.ts";
import { passageVectors } from "./passage-vectors.ts";
import { wordingContent } from "./wording-content.ts";

/** The dependencies for computing vectors of passages and wordings. */
export interface EmbeddingDependencies {
  readonly vectors: VectorStore;
  readonly wordings: WordingStore;
  /** Resolves after this many milliseconds. @throws the signal's reason */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** For one batch. */
const timeoutMs = 60_000;

/** Milliseconds before each further attempt at a batch. */
const pauses = [1000, 4000, 15_000];

const maxPauseMs = 60_000;

/** What needs vectors: passages, or wordings. */
interface Embedded<Item extends { readonly id: string }> {
  readonly count: (set: VectorSet) => Promise<{ readonly total: number; readonly vectors: number }>;
  readonly missing: (query: VectorSet & { after: string; limit: number }) => Promise<readonly Item[]>;
  readonly embed: (items: readonly Item[], options: EmbedOptions) => Promise<readonly Float32Array[]>;
  readonly save: (
    set: VectorSet,
    vectors: readonly (readonly [item: Item, vector: Float32Array])[],
  ) => Promise<void>;
}

type Embedding = Pick<EmbeddingDependencies, "wait"> & {
  readonly agent: AgentRecord;
  readonly embedder: Embedder;
  readonly options: SyncOptions;
};

/**
 * Gives a vector to every passage and every wording that has none of this model yet, batch by batch, so that an
 * interrupted sync continues where it was. A failure of the model ends it: existing vectors stay, and passages without
 * one are found by their words.
 *
 * @throws the signal's reason if it is aborted
 */
export async function embedPassages(
  { vectors, wordings, wait }: EmbeddingDependencies,
  { agent, embedder }: { readonly agent: AgentRecord; readonly embedder: Embedder },
  options: SyncOptions,
): Promise<EmbeddingReport> {
  const embedding = { wait, agent, embedder, options };
  const passages = await embedAll(embedding, {
    async count(set) {
      const { passages: total, vectors: there } = await vectors.count(set);
      return { total, vectors: there };
    },
    missing: (query) => vectors.missing(query),
    embed: (items, how) => passageVectors(embedder, items, how),
    save: (set, made) =>
      vectors.save(
        set,
        made.map(([{ id }, vector]) => ({ passageId: id, vector })),
      ),
  });
  if (passages.fault !== undefined) {
    const { wordings: total, vectors: there } = await wordings.count({
      agentId: agent.id,
      model: embedder.model,
    });
    return { ...passages, missing: passages.missing + total - there };
  }
  const asked = await embedAll(embedding, {
    async count(set) {
      const { wordings: total, vectors: there } = await wordings.count(set);
      return { total, vectors: there };
    },
    missing: (query) => wordings.missing(query),
    embed: (items, how) =>
      embedder.embed(
        items.map(({ text }) => wordingContent(embedder, text)),
        how,
      ),
    save: (set, made) =>
      wordings.save(
        set,
        made.map(([{ id, text }, vector]) => ({ wordingId: id, text, vector })),
      ),
  });
  return { ...asked, made: passages.made + asked.made, missing: passages.missing + asked.missing };
}

async function embedAll<Item extends { readonly id: string }>(
  { wait, agent, embedder, options: { onEmbedded, signal } }: Embedding,
  { count, missing, embed, save }: Embedded<Item>,
): Promise<EmbeddingReport> {
  const set = { agentId: agent.id, model: embedder.model };
  const { total, vectors: there } = await count(set);
  let made = 0;
  let after = "0";
  for (;;) {
    signal?.throwIfAborted();
    const some = await missing({ ...set, after, limit: embedder.batch });
    const last = some.at(-1);
    if (!last) return { made, missing: Math.max(0, total - there - made) };
    after = last.id;
    try {
      const found = await patiently(() => embed(some, { timeoutMs, signal }), { wait, signal });
      await save(
        set,
        some.flatMap((item, index) => {
          const vector = found[index];
          return vector ? [[item, vector] as const] : [];
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
  embed: () => Promise<readonly Float32Array[]>,
  { wait, signal }: Pick<EmbeddingDependencies, "wait"> & Pick<EmbedOptions, "signal">,
): Promise<readonly Float32Array[]> {
  for (const pause of pauses) {
    try {
      return await embed();
    } catch (error) {
      if (!(error instanceof EmbeddingError && error.retryable)) throw error;
      await wait(Math.min((error.retryAfter ?? 0) * 1000 || pause, maxPauseMs), signal);
    }
  }
  return embed();
}
