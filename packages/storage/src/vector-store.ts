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
  /** Forgets all vectors of an agent. */
  remove(agentId: string): Promise<void>;
  /** Another number whenever passages or vectors of the agent may have changed, in this process or another. */
  revision(agentId: string): Promise<number>;
}
