import type { Answers } from "./child.ts";

/** What a process has used. */
export interface Usage {
  /** Processor time of all its threads, user and system, in milliseconds. */
  readonly processorMs: number;
  /** Memory it holds, in bytes, after a garbage collection when node was started with `--expose-gc`. */
  readonly residentBytes: number;
}

/** The thorough kind, which also gives memory back to the system. Twice: the second frees what the first finalized. */
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

/** Answers the process that started this one, until it goes; then this one goes too. */
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
