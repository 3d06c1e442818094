import type { Answers } from "./child.ts";

/** What a process has used. */
export interface Usage {
  /** Processor time of all its threads, user and system, in milliseconds. */
  readonly processorMs: number;
  /** Resident memory in bytes, after a garbage collection if node was started with `--expose-gc`. */
  readonly residentBytes: number;
}

/** A full collection that also returns memory to the system. Twice, since the second frees what the first finalized. */
function collectGarbage(): void {
  const thoroughly = { type: "major", execution: "sync", flavor: "last-resort" } as const;
  globalThis.gc?.(thoroughly);
  globalThis.gc?.(thoroughly);
}

function usage(): Usage {
  collectGarbage();
  const { user, system } = process.cpuUsage();
  return { processorMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() };
}

/** Answers the process that started this one, until that ends; then this one ends too. */
export function answerParent(answers: Answers, close: () => unknown = () => undefined): void {
  const all: Readonly<Record<string, ((input: never) => unknown) | undefined>> = { ...answers, usage };

  process.on("message", (message: { id: number; name: string; input: never }) => {
    void answer(message);
  });
  process.on("disconnect", () => {
    void Promise.resolve(close()).finally(() => process.exit());
  });

  async function answer({ id, name, input }: { id: number; name: string; input: never }): Promise<void> {
    try {
      const found = all[name];
      if (!found) throw new Error(`nothing answers ${name}`);
      process.send?.({ id, answer: await found(input) });
    } catch (thrown) {
      process.send?.({ id, failure: String(thrown) });
    }
  }
}
