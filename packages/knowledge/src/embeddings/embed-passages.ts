import type { AgentRecord, VectorSet, VectorStore, WordingStore } from "@servicechat/storage";
import type { EmbeddingReport, SyncOptions } from "../knowledge.ts";
import { EmbeddingError, product } from "./embedder.ts";
import type { Embedder, EmbedOptions } from "./embedder.ts";
import type { createEmbedderOpener } from "./open-embedder.ts";
import { inEnglish } from "../question-similarity/sketch-questions.ts";

/** The dependencies for computing vectors of passages and wordings. */
interface EmbeddingDependencies {
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
async function embedPassages(
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
      const found = await withRetry(() => embed(some, { timeoutMs, signal }), { wait, signal });
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

async function withRetry(
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
    return embedPassages(
      { vectors, wordings, wait },
      { agent, embedder: openEmbedder(embeddings, agent.id) },
      options,
    );
  if (await vectors.any(agent.id)) await vectors.remove(agent.id);
  return undefined;
}

interface Content {
  readonly headings: readonly string[];
  readonly text: string;
}

/**
 * One vector for each passage. If the model asks for it, each is partly the vector of the passage's own heading: a
 * heading says in a few words which question its section answers, and a long text drowns it.
 *
 * @throws EmbeddingError when there is none; the signal's reason when it was aborted
 */
export async function passageVectors(
  embedder: Pick<Embedder, "embed" | "headingShare" | "batch">,
  passages: readonly Content[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const contents = passages.map(passageContent);
  const share = embedder.headingShare;
  if (share === undefined) return embedder.embed(contents, options);
  const own = passages.map(({ headings }) => headings.at(-1)?.trim() ?? "");
  const unique = [...new Set(own)].filter((heading) => heading !== "");
  const vectors = await embedder.embed(contents, options);
  const ofHeadings = new Map<string, Float32Array>();
  for (let start = 0; start < unique.length; start += embedder.batch) {
    const some = unique.slice(start, start + embedder.batch);
    for (const [at, vector] of (await embedder.embed(some, options)).entries())
      ofHeadings.set(some[at] ?? "", vector);
  }
  return vectors.map((content, at) => {
    const heading = ofHeadings.get(own[at] ?? "");
    return heading ? between(content, heading, share) : content;
  });
}

/** So far from one vector to another, of length 1. */
function between(one: Float32Array, other: Float32Array, share: number): Float32Array {
  const sum = one.map((number, at) => number * (1 - share) + (other[at] ?? 0) * share);
  const length = Math.sqrt(product(sum, sum));
  return length > 0 ? sum.map((number) => number / length) : one;
}

/** In UTF-16 units: about 500 tokens, which the smallest models take. */
const maxLength = 2000;

/** The text of a passage's vector: its place, then its content. */
export function passageContent({
  headings,
  text,
}: {
  readonly headings: readonly string[];
  readonly text: string;
}): string {
  return `${headings.join(" > ")}\n${text}`.slice(0, maxLength).toWellFormed();
}

/** The text of a wording's vector: the same as that of a question in these words. */
export function wordingContent({ onlyEnglish }: Pick<Embedder, "onlyEnglish">, wording: string): string {
  return onlyEnglish ? inEnglish(wording) : wording;
}
