import type { PassageRecord } from "./knowledge-store.ts";

/** What stands for a passage in a ranking by meaning. All vectors of one model are of one length. */
export interface PassageVector {
  readonly passageId: string;
  readonly vector: Float32Array;
}

/** A set of vectors: those of one agent that one model made. */
export interface VectorSet {
  readonly agentId: string;
  /** The model's identity: vectors of two models do not compare. */
  readonly model: string;
}

/** What lies near a vector, and how near all others of its set lie. */
export interface Neighbourhood {
  /** Of passages, nearest first. */
  readonly ids: readonly string[];
  /** How many vectors the set has, perhaps counted some time ago. */
  readonly count: number;
  /** Of the cosines of all vectors. */
  readonly mean: number;
  /** How far cosines lie from their mean: the root of the mean square. */
  readonly deviation: number;
}

/** Vectors of one set, to look for the nearest among. */
export interface VectorSpace {
  /** How many numbers each vector has; 0 where there is none. */
  readonly size: number;
  /** At most `limit` of the nearest; perhaps not all of them. `vector` has as many numbers as they. */
  nearest(vector: Float32Array, limit: number): Promise<Neighbourhood>;
}

/**
 * One vector at most for each passage, made outside. A passage takes its vector along when it is deleted; one whose
 * document is replaced keeps it when its text and headings stay the same.
 */
export interface VectorStore {
  /** Whether the agent has any vector, of whichever model. */
  any(agentId: string): Promise<boolean>;
  /** How many passages the agent has, and how many of them have a vector of this model. */
  count(set: VectorSet): Promise<{ readonly passages: number; readonly vectors: number }>;
  /** Passages without a vector of this model, oldest first, from the one after `after` on. */
  missing(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageRecord[]>;
  /** Writes vectors in place of what another model made. Those of passages that are gone meanwhile are passed over. */
  save(set: VectorSet, vectors: readonly PassageVector[]): Promise<void>;
  /** Vectors by passage, oldest first, from the one after `after` on. */
  read(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageVector[]>;
  /** Those of the passages that are still there and have a vector of this model, in no order. */
  passages(
    query: VectorSet & { ids: readonly string[] },
  ): Promise<readonly (PassageRecord & { readonly vector: Float32Array })[]>;
  /** To look for the nearest in the database itself; `undefined` where it cannot, and all are to be read and compared. */
  neighbours(set: VectorSet): Promise<VectorSpace | undefined>;
  /**
   * Makes looking for the nearest quick, where the database does that; to be called when many have changed. It may take
   * minutes, and nobody waits for it who reads or writes meanwhile.
   *
   * @throws the signal's reason when it is aborted
   */
  optimize(set: VectorSet, signal?: AbortSignal): Promise<void>;
  /** Forgets all vectors of an agent. */
  remove(agentId: string): Promise<void>;
  /** Another number whenever passages or vectors of the agent may have changed, in this process or another. */
  revision(agentId: string): Promise<number>;
}
