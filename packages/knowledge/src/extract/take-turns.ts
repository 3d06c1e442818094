/** Runs some tasks at once, while the rest wait: each owner has one turn at a time, and owners alternate. */
export interface Turns {
  /**
   * Waits for a turn, which lasts until it is disposed of.
   *
   * @returns `undefined` when the signal was aborted before
   */
  take(owner: string, signal: AbortSignal): Promise<Disposable | undefined>;
}

/**
 * Turns of which this many run at once, one for each owner.
 *
 * @param most 1 or more
 */
export function createTurns(max: number): Turns {
  const running = new Set<string>();
  /** Waiting tasks, by owner, the longest waiting first. */
  const waiting = new Map<string, Set<() => void>>();

  const start = (owner: string): Disposable => {
    running.add(owner);
    return { [Symbol.dispose]: () => running.delete(owner) && next() };
  };

  const next = () => {
    for (const [owner, those] of waiting) {
      if (running.size >= max) return;
      const [first] = those;
      if (!first || running.has(owner)) continue;
      leave(owner, first);
      const rest = waiting.get(owner);
      // To the end of the line: what else this owner brought comes after what others did.
      if (rest && waiting.delete(owner)) waiting.set(owner, rest);
      first();
    }
  };

  const leave = (owner: string, one: () => void) => {
    const those = waiting.get(owner);
    those?.delete(one);
    if (those?.size === 0) waiting.delete(owner);
  };

  return {
    take(owner, signal) {
      if (signal.aborted) return Promise.resolve(undefined);
      if (running.size < max && !running.has(owner)) return Promise.resolve(start(owner));
      const { promise, resolve } = Promise.withResolvers<Disposable | undefined>();
      const go = () => {
        signal.removeEventListener("abort", giveUp);
        resolve(start(owner));
      };
      const giveUp = () => {
        leave(owner, go);
        resolve(undefined);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      const those = waiting.get(owner) ?? new Set();
      waiting.set(owner, those.add(go));
      return promise;
    },
  };
}
