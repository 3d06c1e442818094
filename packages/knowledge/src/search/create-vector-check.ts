import type { VectorSet, VectorStore } from "@servicechat/storage";
import type { VectorTable } from "../embed/vector-table.ts";

/** While fewer passages than this share have a vector, what lies nearest is nearest of too few. */
const fewestShare = 0.9;

/**
 * Tells whether nearly all passages of an agent have a vector. During the first sync they do not, and those that have one
 * would push the others aside. It is counted once for each reading of the vectors.
 */
export function createVectorCheck({ vectors }: { readonly vectors: Pick<VectorStore, "count"> }) {
  const known = new WeakMap<VectorTable, Promise<boolean>>();

  return (set: VectorSet, table: VectorTable): Promise<boolean> => {
    const counted = known.get(table) ?? count(set);
    known.set(table, counted);
    return counted;
  };

  async function count(set: VectorSet): Promise<boolean> {
    const { passages, vectors: there } = await vectors.count(set);
    return there >= passages * fewestShare;
  }
}
