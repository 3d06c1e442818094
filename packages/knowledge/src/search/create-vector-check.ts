import { StorageUnavailable, type VectorSet, type VectorStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";

/** While fewer passages than this share have a vector, the nearest is the nearest of too few. */
const minShare = 0.9;

/** Milliseconds for which an answer is kept though vectors changed: counting many takes a tenth of a second. */
const minRest = 30_000;

interface CachedCheck {
  readonly revision: number;
  readonly countedAt: number;
  readonly answer: Promise<boolean>;
}

/**
 * Finds out whether nearly all passages of an agent have a vector. During the first sync they do not, and those that have one
 * would push the others aside. It is counted again when vectors have changed: at once after a sync of this process, half a
 * minute later after one of another.
 */
export function createVectorCheck({
  vectors,
  clock,
}: {
  readonly vectors: Pick<VectorStore, "count" | "revision">;
  readonly clock: Clock;
}) {
  const known = new Map<string, CachedCheck & { readonly agentId: string }>();

  async function count(set: VectorSet): Promise<boolean> {
    try {
      const { passages, vectors: there } = await vectors.count(set);
      return there >= passages * minShare;
    } catch (error) {
      // If they cannot be counted in time, there are many.
      if (error instanceof StorageUnavailable) return true;
      throw error;
    }
  }

  return {
    async areNearlyAllThere(set: VectorSet): Promise<boolean> {
      const name = `${set.agentId} ${set.model}`;
      const revision = await vectors.revision(set.agentId);
      const kept = known.get(name);
      const isFresh =
        kept && (kept.revision === revision || Math.abs(clock.wallMs() - kept.countedAt) < minRest);
      if (isFresh) return kept.answer;
      const answer = count(set);
      known.set(name, { agentId: set.agentId, revision, countedAt: clock.wallMs(), answer });
      answer.catch(() => known.delete(name)); // the next caller counts again
      return answer;
    },
    /** To be called when a sync of this process has ended. */
    forget(agentId: string): void {
      for (const [name, kept] of known) if (kept.agentId === agentId) known.delete(name);
    },
  };
}
