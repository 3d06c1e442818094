import { setTimeout as pause } from "node:timers/promises";

interface Repetition {
  /** The pause between two runs, in milliseconds. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Hears why a run failed; the next comes in its time all the same. */
  readonly failed: (cause: unknown) => void;
}

/**
 * Runs something now, and then again and again, never twice at once, and keeps no process alive for it. Returns the
 * function that ends it: its promise resolves once nothing is running, so that the dependencies of a run can be closed.
 */
export function runEvery({ everyMs, run, failed }: Repetition): () => Promise<void> {
  const ended = new AbortController();

  const next = () => pause(everyMs, true, { signal: ended.signal, ref: false }).catch(() => false);

  async function repeat(): Promise<void> {
    do await run().catch(failed);
    while (await next());
  }

  const repetition = repeat();
  return () => {
    ended.abort();
    return repetition;
  };
}
