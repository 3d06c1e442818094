import { setImmediate } from "node:timers/promises";

/** Vectors of one agent, one behind the other. */
export interface VectorTable {
  /** Of the passages, in the order of their vectors. */
  readonly ids: readonly string[];
  readonly numbers: Float32Array;
  /** How many numbers each vector has. */
  readonly size: number;
}

/** Multiplications between two pauses: about 2 milliseconds. */
const perSlice = 2_000_000;

/** What lies near a vector, and how near all others lie. */
interface Neighbourhood {
  /** Nearest first. */
  readonly ids: readonly string[];
  /** Of the cosines of all vectors. */
  readonly mean: number;
  /** How far cosines lie from their mean: the root of the mean square. */
  readonly deviation: number;
}

/**
 * The vectors that lie nearest to one. Every vector is looked at, which for 20,000 of 512
 * numbers takes about 15 milliseconds; between slices others have their turn.
 */
export async function nearest(
  { ids, numbers, size }: VectorTable,
  vector: Float32Array,
  limit: number,
): Promise<Neighbourhood> {
  const rows = Math.max(1, Math.floor(perSlice / Math.max(size, 1)));
  const best: { readonly id: string; readonly cosine: number }[] = [];
  let [sum, squares] = [0, 0];
  for (let start = 0; start < ids.length; start += rows) {
    if (start > 0) await setImmediate();
    for (let row = start; row < Math.min(start + rows, ids.length); row++) {
      const cosine = product(numbers, row * size, vector);
      sum += cosine;
      squares += cosine * cosine;
      const worst = best.length < limit ? -Infinity : (best.at(-1)?.cosine ?? Infinity);
      if (!(cosine > worst)) continue;
      const place = best.findIndex((other) => other.cosine < cosine);
      best.splice(place < 0 ? best.length : place, 0, { id: ids[row] ?? "", cosine });
      if (best.length > limit) best.pop();
    }
  }
  const mean = sum / Math.max(ids.length, 1);
  const deviation = Math.sqrt(Math.max(squares / Math.max(ids.length, 1) - mean * mean, 0));
  return { ids: best.map(({ id }) => id), mean, deviation };
}

/** The product of a vector with the numbers from `start` on. For vectors of length 1 it is their cosine. */
export function product(numbers: Float32Array, start: number, vector: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index++) {
    sum += (numbers[start + index] ?? 0) * (vector[index] ?? 0);
  }
  return sum;
}
