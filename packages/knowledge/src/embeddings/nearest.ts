import type { Neighbourhood, VectorSpace } from "@servicechat/storage";
import { inTimeSlices } from "./in-time-slices.ts";
import { product } from "./embedder.ts";
import { wordsPerRow, type VectorTable } from "./vector-table.ts";

/**
 * How many rows are compared byte by byte: if there are more, those with the most similar bits, and a share of very
 * many.
 */
const minCompared = 4096;
const comparedShare = 1 / 32;

/** Vectors in memory, to look for the nearest among. */
export function inMemory(table: VectorTable): VectorSpace {
  return { size: table.size, nearest: (vector, limit) => nearest(table, vector, limit) };
}

/**
 * The vectors that lie nearest to one. Of 100,000 with 384 numbers, all are compared by their bits and one in 25 by its
 * bytes, which takes about 10 milliseconds; between slices the event loop does other work.
 */
export async function nearest(
  table: VectorTable,
  vector: Float32Array,
  limit: number,
): Promise<Neighbourhood> {
  const count = table.ids.length;
  const compared = Math.max(minCompared, Math.floor(count * comparedShare));
  const rows = count <= compared ? spread(count, count) : await mostAlike(table, vector, compared);
  const cosines = await cosinesOf(table, vector, rows);
  const sample = rows.length === count ? cosines : await cosinesOf(table, vector, spread(count, minCompared));

  const mean = product(table.mean, vector);
  let squares = 0;
  for (const cosine of sample) squares += (cosine - mean) ** 2;
  return {
    ids: nearestOf({ rows, cosines, limit }).map((row) => table.ids[row] ?? ""),
    count,
    mean,
    deviation: Math.sqrt(squares / Math.max(sample.length, 1)),
  };
}

function nearestOf({
  rows,
  cosines,
  limit,
}: {
  readonly rows: readonly number[];
  readonly cosines: Float32Array;
  readonly limit: number;
}): readonly number[] {
  // Sorting numbers is quick; rows are sorted only when they are near enough.
  const worst = cosines.toSorted().at(-limit) ?? -Infinity;
  return rows
    .map((row, at) => ({ row, cosine: cosines[at] ?? 0 }))
    .filter(({ cosine }) => cosine >= worst)
    .sort((one, other) => other.cosine - one.cosine)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** `count` of this many rows, evenly spaced. */
function spread(rows: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.floor((index * rows) / count));
}

/** The rows, at least `count` of them, that lie on the same side of the mean as the vector in most of their numbers. */
async function mostAlike(
  { ids: { length: rows }, size, bits, mean }: VectorTable,
  vector: Float32Array,
  count: number,
): Promise<readonly number[]> {
  const words = wordsPerRow(size);
  const own = new Int32Array(words);
  for (let index = 0; index < size; index++)
    if ((vector[index] ?? 0) > (mean[index] ?? 0))
      own[index >> 5] = (own[index >> 5] ?? 0) | (1 << (index & 31));

  const differences = new Uint16Array(rows);
  const rowsWith = new Uint32Array(size + 1);
  await inTimeSlices({ rows, stepsPerRow: words * 8 }, (start, end) => {
    for (let row = start; row < end; row++) {
      let different = 0;
      for (let word = 0; word < words; word++)
        different += onesIn((bits[row * words + word] ?? 0) ^ (own[word] ?? 0));
      differences[row] = different;
      rowsWith[different] = (rowsWith[different] ?? 0) + 1;
    }
  });
  let max = 0;
  for (let found = rowsWith[0] ?? 0; found < count && max < size; found += rowsWith[max] ?? 0) max++;
  const alike: number[] = [];
  await inTimeSlices({ rows, stepsPerRow: 4 }, (start, end) => {
    for (let row = start; row < end; row++) if ((differences[row] ?? 0) <= max) alike.push(row);
  });
  return alike;
}

/** How many bits of a word of 32 are set. */
function onesIn(word: number): number {
  let sums = word - ((word >>> 1) & 0x5555_5555);
  sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333);
  sums = (sums + (sums >>> 4)) & 0x0f0f_0f0f;
  return Math.imul(sums, 0x0101_0101) >>> 24;
}

async function cosinesOf(
  { size, bytes, scales }: VectorTable,
  vector: Float32Array,
  rows: readonly number[],
): Promise<Float32Array> {
  const cosines = new Float32Array(rows.length);
  await inTimeSlices({ rows: rows.length, stepsPerRow: size }, (start, end) => {
    for (let at = start; at < end; at++) {
      const row = rows[at] ?? 0;
      const first = row * size;
      let sum = 0;
      for (let index = 0; index < size; index++) sum += (bytes[first + index] ?? 0) * (vector[index] ?? 0);
      cosines[at] = sum * (scales[row] ?? 0);
    }
  });
  return cosines;
}
