import type { VectorSet, WordingStore } from "@servicechat/storage";
import type { createVectorCache } from "../embeddings/vector-cache.ts";
import { inMemory } from "../embeddings/nearest.ts";
import { product } from "../embeddings/product.ts";

/** Where wordings near a question are read. */
export interface WordingDependencies {
  readonly wordings: WordingStore;
  readonly wordingCache: ReturnType<typeof createVectorCache>;
}

/** A section has several wordings, and all of one may be near. */
const maxWordings = 60;

/** How near the nearest wording of each passage lies to a question, from -1 to 1, by passage. Far ones are left out. */
export async function nearestWordings(
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
