import { Worker } from "node:worker_threads";
import { StorageUnavailable } from "../errors.ts";
import { codeCache } from "./code-cache.ts";
import { damagedReason } from "./damage.ts";

/** Whether the file turned out to be damaged while it is open. */
interface DamageWatch {
  /** To be called when a statement has met damaged pages. */
  note(): void;
  /** What is known so far. */
  reason(): string | undefined;
  /** Reads all of it, in a thread, and returns what is known then. Two calls at once are one. */
  examine(): Promise<string | undefined>;
  /** Ends a reading. */
  close(): Promise<void>;
}

/** @param file The database's file, which is there and up to date */
export function createDamageWatch({ file }: { readonly file: string }): DamageWatch {
  let isDamaged = false;
  let examining: Promise<void> | undefined;
  let thread: Worker | undefined;

  const reason = () => (isDamaged ? damagedReason : undefined);

  function read(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    thread = new Worker(new URL("./damage-thread.ts", import.meta.url), {
      workerData: file,
      env: codeCache(), // none of the secrets
    });
    thread.on("message", (found: { readonly isDamaged: boolean }) => (isDamaged ||= found.isDamaged));
    thread.on("error", (cause) => reject(new StorageUnavailable(cause))).on("exit", () => resolve());
    return promise;
  }

  return {
    note: () => void (isDamaged = true),
    reason,
    async examine() {
      examining ??= read().finally(() => (examining = thread = undefined));
      await examining;
      return reason();
    },
    async close() {
      await thread?.terminate();
    },
  };
}
