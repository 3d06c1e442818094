import type { PassageRecord, VectorStore, VectorSet, WordingStore } from "@servicechat/storage";
import { product } from "../embeddings/embedder.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import { inMemory } from "../embeddings/nearest.ts";
import type { createVectorCheck } from "./create-vector-check.ts";
import type { createVectorCache } from "../embeddings/vector-cache.ts";

/** Where a search by meaning reads vectors. */
export interface MeaningDependencies extends WordingDependencies {
  readonly vectors: VectorStore;
  readonly cache: ReturnType<typeof createVectorCache>;
  readonly check: ReturnType<typeof createVectorCheck>;
}

/** `same`: nearly the same question; `far`: hardly one about the same. */
export type WordingNearness = "same" | "near" | "far";

/** How near something lies to the question. */
export interface Nearness {
  /** From -1 to 1; what is near differs from model to model. */
  readonly cosine: number;
  /** 0, as far as most; 1, as near as the nearest of this many passages would lie by chance; more, nearer than that. */
  readonly nearness: number;
  /** From 0, nothing to do with the question, however much farther all others lie, to 1. */
  readonly related: number;
  /** Whether it is near enough to be about the same. */
  readonly isAlike: boolean;
}

/** How near a passage lies to the question. */
export interface PassageNearness extends Nearness {
  /** The one of its wordings that is nearer than itself, if any; without `kind` if the model does not distinguish them. */
  readonly byWording?: Nearness & { readonly kind?: WordingNearness };
  /** `nearness` by which it is ordered: its own, and a share of that of its nearest wording. */
  readonly together: number;
}

type NearPassage = PassageNearness & { readonly passage: PassageRecord };

interface MeaningQuery {
  readonly agentId: string;
  readonly query: string;
  readonly embedder: Embedder;
  readonly limit: number;
  readonly timeoutMs: number;
}

const maxQuery = 1000;

/**
 * The share of a wording's nearness that is added to that of its passage. Of 224 questions about one site, the right section
 * came first for 135 by the greater of the two, and for 159 by the sum.
 */
const wordingShare = 0.7;

/**
 * On a small site, all passages may lie equally far from a question. Passages stand out from each other by no more than there
 * are of them, but wordings are not among them, and would by any number.
 */
const minDeviation = { passages: 0.001, wordings: 0.05 };

/** Finds passages by their meaning. @throws EmbeddingError if there is no vector of the question */
export async function askMeaning(
  dependencies: MeaningDependencies,
  { agentId, query, embedder, limit, timeoutMs }: MeaningQuery,
) {
  const { vectors, cache, check } = dependencies;
  const set = { agentId, model: embedder.model };
  const space = (await vectors.neighbours(set)) ?? inMemory(await cache.table(set));
  if (space.size === 0 || !(await check.areNearlyAllThere(set))) return undefined;
  const [vector] = await embedder.embed([query.slice(0, maxQuery)], { timeoutMs, urgent: true });
  if (vector?.length !== space.size) return undefined;
  const [near, byWordings] = await Promise.all([
    space.nearest(vector, limit),
    nearestWordings(dependencies, set, vector),
  ]);
  const { count, mean, deviation } = near;
  const nearnessOf = (cosine: number, of: keyof typeof minDeviation) =>
    (cosine - mean) / Math.max(deviation, minDeviation[of]) / byChance(count);
  const [none, surely] = embedder.relatedBetween ?? [-2, -1];
  const compared = (cosine: number, of: keyof typeof minDeviation): Nearness => ({
    cosine,
    nearness: nearnessOf(cosine, of),
    related: Math.min(1, Math.max(0, (cosine - none) / (surely - none))),
    isAlike: cosine >= (embedder.alikeFrom ?? -1),
  });
  const between = embedder.betweenQuestions;

  /** The nearest of a passage's wordings; its cosine is as if it were a passage's: two questions are more alike than a question and a passage. */
  function ofWording(passageId: string) {
    const cosine = byWordings.get(passageId);
    if (cosine === undefined) return undefined;
    const kind = wordingNearness(cosine, between);
    return { ...compared(cosine - (between?.ahead ?? 0), "wordings"), ...(kind && { kind }) };
  }

  return {
    ids: [...new Set([...near.ids, ...byWordings.keys()])],
    vector,
    /** Measured against the vectors as they are stored now. Passages that are gone are left out. */
    async passages(wanted: readonly string[]): Promise<readonly NearPassage[]> {
      const found = await vectors.passages({ ...set, ids: wanted });
      return found.map(({ vector: own, ...passage }) => {
        const itself = compared(product(own, vector), "passages");
        const wording = ofWording(passage.id);
        // None where all wordings are far.
        const added = wordingShare * Math.max(0, wording?.nearness ?? 0);
        const isNearer = wording && wording.cosine > itself.cosine;
        return {
          passage,
          ...itself,
          together: itself.nearness + added,
          ...(isNearer && { byWording: wording }),
        };
      });
    },
  };
}

function wordingNearness(cosine: number, between: Embedder["betweenQuestions"]): WordingNearness | undefined {
  if (!between) return undefined;
  if (cosine >= between.sameFrom) return "same";
  return cosine >= between.nearFrom ? "near" : "far";
}

/**
 * How many deviations above the mean the greatest of this many normally distributed numbers is expected to be. Which
 * cosines are high differs from model to model; how far they stand out does not, except for the number of passages.
 */
function byChance(passages: number): number {
  return Math.sqrt(2 * Math.log(Math.max(passages, 8)));
}

/** Where wordings near a question are read. */
interface WordingDependencies {
  readonly wordings: WordingStore;
  readonly wordingCache: ReturnType<typeof createVectorCache>;
}

/** A section has several wordings, and all of one may be near. */
const maxWordings = 60;

/** How near the nearest wording of each passage lies to a question, from -1 to 1, by passage. Far ones are left out. */
async function nearestWordings(
  { wordings, wordingCache }: WordingDependencies,
  set: VectorSet,
  vector: Float32Array,
): Promise<ReadonlyMap<string, number>> {
  const space = (await wordings.neighbours(set)) ?? inMemory(await wordingCache.table(set));
  const cosines = new Map<string, number>();
  if (space.size !== vector.length) return cosines;
  const { ids } = await space.nearest(vector, maxWordings);
  for (const { passageId, vector: own } of await wordings.wordings({ ...set, ids })) {
    const cosine = product(own, vector);
    if (cosine > (cosines.get(passageId) ?? -1)) cosines.set(passageId, cosine);
  }
  return cosines;
}
