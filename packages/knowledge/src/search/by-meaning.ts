import type { PassageRecord, VectorSpace, VectorStore } from "@servicechat/storage";
import type { Embedder } from "../embed/embedder.ts";
import { nearest } from "../embed/nearest.ts";
import { product } from "../embed/product.ts";
import type { createVectorCheck } from "./create-vector-check.ts";
import type { createVectorCache } from "../embed/vector-cache.ts";
import type { VectorTable } from "../embed/vector-table.ts";

/** What a search by meaning reads vectors from. */
export interface MeaningParts {
  readonly vectors: VectorStore;
  readonly cache: ReturnType<typeof createVectorCache>;
  readonly check: ReturnType<typeof createVectorCheck>;
}

/** A passage with how near it lies to the question. */
interface NearPassage {
  readonly passage: PassageRecord;
  /** From -1 to 1; what is near differs from model to model. */
  readonly cosine: number;
  /** 0, as far as most; 1, as near as the nearest of this many passages would lie by chance; more, nearer than that. */
  readonly nearness: number;
  /** From 0, nothing to do with the question, however much farther all others lie, to 1. */
  readonly related: number;
  /** Whether it is near enough to be about the same. */
  readonly isAlike: boolean;
}

interface Asked {
  readonly agentId: string;
  readonly query: string;
  readonly embedder: Embedder;
  readonly limit: number;
  readonly timeoutMs: number;
}

const maxQuery = 1000;

/** Finds passages by what they mean. @throws EmbeddingError when there is no vector of the question */
export async function askMeaning(
  { vectors, cache, check }: MeaningParts,
  { agentId, query, embedder, limit, timeoutMs }: Asked,
) {
  const set = { agentId, model: embedder.model };
  const space = (await vectors.neighbours(set)) ?? inMemory(await cache.table(set));
  if (space.size === 0 || !(await check.areNearlyAllThere(set))) return undefined;
  const [vector] = await embedder.embed([query.slice(0, maxQuery)], { timeoutMs, urgent: true });
  if (vector?.length !== space.size) return undefined;
  const { ids, count, mean, deviation } = await space.nearest(vector, limit);

  return {
    ids,
    vector,
    /** Measured against the vectors as they are stored now. Passages that are gone are left out. */
    async passages(wanted: readonly string[]): Promise<readonly NearPassage[]> {
      const found = await vectors.passages({ ...set, ids: wanted });
      return found.map(({ vector: own, ...passage }) => {
        const cosine = product(own, vector);
        const above = (cosine - mean) / Math.max(deviation, Number.MIN_VALUE);
        const [none, surely] = embedder.relatedBetween ?? [-2, -1];
        const related = Math.min(1, Math.max(0, (cosine - none) / (surely - none)));
        const isAlike = cosine >= (embedder.alikeFrom ?? -1);
        return { passage, cosine, nearness: above / byChance(count), related, isAlike };
      });
    },
  };
}

/**
 * How many deviations above the mean the greatest of so many normally distributed numbers is expected to lie. What cosines
 * are high differs from model to model; how far they stand out does not, but for the number of passages.
 */
function byChance(passages: number): number {
  return Math.sqrt(2 * Math.log(Math.max(passages, 8)));
}

function inMemory(table: VectorTable): VectorSpace {
  return { size: table.size, nearest: (vector, limit) => nearest(table, vector, limit) };
}
