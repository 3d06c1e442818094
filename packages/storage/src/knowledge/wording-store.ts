import type { VectorSet, VectorSpace } from "./vector-store.ts";

/** One of the ways in which people ask what a section answers. */
export interface WordingRecord {
  readonly id: string;
  /** The first passage of its section. */
  readonly passageId: string;
  readonly text: string;
}

/** The vector of a wording. */
export interface WordingVector {
  readonly wordingId: string;
  readonly vector: Float32Array;
}

/** A vector to be stored, with the text that it was made of. */
export type NewWordingVector = WordingVector & Pick<WordingRecord, "text">;

/**
 * Wordings of passages, written with their document and gone with it, and their vectors: one at most for each, made
 * outside. One whose document is replaced keeps it when it stays in the document.
 */
export interface WordingStore {
  /** How many wordings the agent has, and how many of them have a vector of this model. */
  count(set: VectorSet): Promise<{ readonly wordings: number; readonly vectors: number }>;
  /** Those of these passages, in order. */
  of(passageIds: readonly string[]): Promise<readonly WordingRecord[]>;
  /** Wordings without a vector of this model, oldest first, from the one after `after` on. */
  missing(query: VectorSet & { after?: string; limit: number }): Promise<readonly WordingRecord[]>;
  /**
   * Writes vectors, replacing those of another model. Wordings that no longer exist are skipped, also where another one
   * has their id by now.
   */
  save(set: VectorSet, vectors: readonly NewWordingVector[]): Promise<void>;
  /** Vectors by wording, oldest first, from the one after `after` on. */
  read(query: VectorSet & { after?: string; limit: number }): Promise<readonly WordingVector[]>;
  /** Those of the wordings that still exist and have a vector of this model, in no particular order. */
  wordings(
    query: VectorSet & { ids: readonly string[] },
  ): Promise<readonly (WordingRecord & { readonly vector: Float32Array })[]>;
  /** As for passages, see `VectorStore`; the ids are those of wordings. */
  neighbours(set: VectorSet): Promise<VectorSpace | undefined>;
  /** As for passages, see `VectorStore`. */
  optimize(set: VectorSet, signal?: AbortSignal): Promise<void>;
}
