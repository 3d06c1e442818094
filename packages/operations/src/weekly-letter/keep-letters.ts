import { setTimeout as pause } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import { lastDue } from "./last-due.ts";
import { readLetter } from "./letter-setting.ts";

interface KeepingDependencies {
  readonly storage: Pick<Storage, "settings" | "webhooks">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

/** Between two looks, in milliseconds. */
const everyMs = 30_000;

/**
 * Sends the weekly letter when it is due, once across all nodes, until the signal is aborted. A week that ended while
 * the service was off is reported when it is back.
 */
export async function keepLetters(dependencies: KeepingDependencies, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await tellDueWeek(dependencies);
      isFailing = false;
    } catch (cause) {
      if (!isFailing)
        dependencies.log.warn({ err: cause }, "the weekly letter could not be written, trying again");
      isFailing = true;
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Sends webhooks the week that has ended since the last letter. @returns how many */
export async function tellDueWeek({ storage, now }: Omit<KeepingDependencies, "log">): Promise<number> {
  const { enabled, ...setting } = await readLetter(storage);
  const end = lastDue({ enabled, ...setting }, now());
  return storage.webhooks.tellWeek({ end, isDue: true, isSilent: !enabled });
}
