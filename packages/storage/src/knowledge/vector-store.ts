import type { PassageRecord } from "./knowledge-store.ts";

/** The vector of a passage, for ranking by meaning. All vectors of one model have the same length. */
export interface PassageVector {
  readonly passageId: string;
  readonly vector: Float32Array;
}

/** A set of vectors: those of one agent that one model made. */
export interface VectorSet {
  readonly agentId: string;
  /** The model's identity: vectors of two models cannot be compared. */
  readonly model: string;
}

/** The neighbours of a vector, and how near all others of its set are. */
export interface Neighbourhood {
  /** Of passages, nearest first. */
  readonly ids: readonly string[];
  /** How many vectors the set has, perhaps counted some time ago. */
  readonly count: number;
  /** Of the cosines of all vectors. */
  readonly mean: number;
  /** The standard deviation of the cosines. */
  readonly deviation: number;
}

/** Vectors of one set, to look for the nearest among. */
export interface VectorSpace {
  /** How many numbers each vector has; 0 if there is none. */
  readonly size: number;
  /** At most `limit` of the nearest, possibly not all of them. `vector` must have as many numbers as they have. */
  nearest(vector: Float32Array, limit: number): Promise<Neighbourhood>;
}

/**
 * One vector at most for each passage, made outside. A passage takes its vector along when it is deleted; one whose
 * document is replaced keeps it when its text and headings stay the same.
 */
export interface VectorStore {
  /** Whether the agent has any vector, of a passage or a wording, of whichever model. */
  any(agentId: string): Promise<boolean>;
  /** How many passages the agent has, and how many of them have a vector of this model. */
  count(set: VectorSet): Promise<{ readonly passages: number; readonly vectors: number }>;
  /** Passages without a vector of this model, oldest first, from the one after `after` on. */
  missing(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageRecord[]>;
  /** Writes vectors, replacing those of another model. Passages that no longer exist are skipped. */
  save(set: VectorSet, vectors: readonly PassageVector[]): Promise<void>;
  /** Vectors by passage, oldest first, from the one after `after` on. */
  read(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageVector[]>;
  /** Those of the passages that still exist and have a vector of this model, in no particular order. */
  passages(
    query: VectorSet & { ids: readonly string[] },
  ): Promise<readonly (PassageRecord & { readonly vector: Float32Array })[]>;
  /** Finds the nearest in the database itself; `undefined` if it cannot, so that all have to be read and compared. */
  neighbours(set: VectorSet): Promise<VectorSpace | undefined>;
  /**
   * Makes finding the nearest fast, if the database does that; call it when many have changed. It may take minutes,
   * without blocking readers or writers.
   *
   * @throws the signal's reason when it is aborted
   */
  optimize(set: VectorSet, signal?: AbortSignal): Promise<void>;
  /** Forgets all vectors of an agent. */
  remove(agentId: string): Promise<void>;
  /** Changes whenever passages or vectors of the agent may have changed, in this process or another. */
  revision(agentId: string): Promise<number>;
}
