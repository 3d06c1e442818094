/** A table with vectors, and what it calls those that have them. */
export interface VectorTable {
  readonly name: "passage_vectors" | "wordings";
  readonly id: "passage_id" | "id";
}

/** Vectors of passages. */
export const passageVectors: VectorTable = { name: "passage_vectors", id: "passage_id" };
/** Wordings, each with its vector. */
export const wordings: VectorTable = { name: "wordings", id: "id" };
