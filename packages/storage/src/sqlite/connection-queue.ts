/** The users of the one connection, one after another in the order in which they asked. */
export interface ConnectionQueue {
  /** Resolves when the connection is the caller's, until it leaves. */
  enter(): Promise<void>;
  leave(): void;
}

/** An empty queue. */
export function createConnectionQueue(): ConnectionQueue {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  return {
    async enter() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    leave() {
      const next = waiting.shift();
      // Handed on without being free in between, so that a later caller cannot come first.
      if (next) next();
      else isTaken = false;
    },
  };
}
