import type { ConcurrencySlot, ConcurrencySlots } from "../coordination.ts";

/** Slots within one process. A key without any takes no memory. */
export function createConcurrencySlots(): ConcurrencySlots & {
  take(key: string, limit: number): ConcurrencySlot | undefined;
} {
  const counts = new Map<string, number>();
  const taken = (key: string): number => counts.get(key) ?? 0;

  function giveBack(key: string): void {
    const left = taken(key) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  }

  return {
    take(key, limit) {
      if (taken(key) >= limit) return undefined;
      counts.set(key, taken(key) + 1);
      let isTaken = true;
      return {
        leave() {
          if (isTaken) giveBack(key);
          isTaken = false;
        },
      };
    },
  };
}
