import type { PassageVector } from "@servicechat/storage";
import { inTimeSlices } from "./in-time-slices.ts";

/**
 * Vectors of one agent in a quarter of their size: each number is rounded to one byte, and to one bit that says on
 * which side of the mean it is. That is exact enough to find the nearest; the stored vectors determine how near they
 * are.
 */
export interface VectorTable {
  /** Of the passages, in the order of their vectors. */
  readonly ids: readonly string[];
  /** How many numbers each vector has. */
  readonly size: number;
  /** The numbers of all vectors, each vector's own divided by its scale. */
  readonly bytes: Int8Array;
  readonly scales: Float32Array;
  /** `wordsPerRow` for each vector, a bit for each number. */
  readonly bits: Int32Array;
  /** The mean of all vectors. */
  readonly mean: Float32Array;
}

const bitsPerWord = 32;
const maxByte = 127;

/** Words of 32 bits that hold a bit for each of this many numbers. */
export function wordsPerRow(size: number): number {
  return Math.ceil(size / bitsPerWord);
}

/** How many bytes a vector of this many numbers takes in a table. */
export function bytesPerRow(size: number): number {
  return size + Float32Array.BYTES_PER_ELEMENT + wordsPerRow(size) * Int32Array.BYTES_PER_ELEMENT;
}

/** How many bytes a table takes. */
export function bytesOfTable({ ids, size }: VectorTable): number {
  return ids.length * bytesPerRow(size);
}

/** Rows that a table has room for at first; it doubles whenever they are used up. */
const firstRows = 1024;

/** Collects up to `room` vectors of `size` numbers each for a table. */
export function createTableBuilder({ size, room }: { readonly size: number; readonly room: number }) {
  const ids: string[] = [];
  let bytes = new Int8Array(Math.min(firstRows, room) * size);
  let scales = new Float32Array(Math.min(firstRows, room));
  const sums = new Float64Array(size);

  function makeRoom(): void {
    if (ids.length < scales.length) return;
    const rows = Math.min(2 * scales.length, room);
    const [fewBytes, fewScales] = [bytes, scales];
    bytes = new Int8Array(rows * size);
    bytes.set(fewBytes);
    scales = new Float32Array(rows);
    scales.set(fewScales);
  }

  return {
    /** Skips a vector of another length. Returns `false` if there is no space for another one. */
    add({ passageId, vector }: PassageVector): boolean {
      if (vector.length !== size) return true;
      if (ids.length >= room) return false;
      makeRoom();
      const start = ids.length * size;
      let largest = Number.MIN_VALUE;
      for (const number of vector) largest = Math.max(largest, Math.abs(number));
      const scale = largest / maxByte;
      for (let index = 0; index < size; index++) {
        const number = vector[index] ?? 0;
        bytes[start + index] = Math.round(number / scale);
        sums[index] = (sums[index] ?? 0) + number;
      }
      scales[ids.length] = scale;
      ids.push(passageId);
      return true;
    },

    /** The table of all that was added. */
    async build(): Promise<VectorTable> {
      const rows = ids.length;
      const mean = Float32Array.from(sums, (sum) => sum / Math.max(rows, 1));
      const words = wordsPerRow(size);
      const bits = new Int32Array(rows * words);
      await inTimeSlices({ rows, stepsPerRow: size }, (start, end) => {
        for (let row = start; row < end; row++) {
          const scale = scales[row] ?? 0;
          for (let index = 0; index < size; index++) {
            if ((bytes[row * size + index] ?? 0) * scale > (mean[index] ?? 0)) {
              const word = row * words + (index >> 5);
              bits[word] = (bits[word] ?? 0) | (1 << (index & 31));
            }
          }
        }
      });
      return {
        ids,
        size,
        bytes: bytes.slice(0, rows * size),
        scales: scales.slice(0, rows),
        bits,
        mean,
      };
    },
  };
}
