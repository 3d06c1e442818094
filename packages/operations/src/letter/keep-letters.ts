import { setTimeout as pause } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import { lastDue } from "./last-due.ts";
import { readLetter } from "./letter-setting.ts";

interface KeepingParts {
  readonly storage: Pick<Storage, "settings" | "webhooks">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

/** Between two looks, in milliseconds. */
const everyMs = 30_000;

/**
 * Has the weekly letter sent when it is due, once on however many nodes, until the signal is aborted. A week that nobody
 * looked at, since the service was off, is told when it is back.
 */
export async function keepLetters(parts: KeepingParts, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await tellDueWeek(parts);
      isFailing = false;
    } catch (cause) {
      if (!isFailing) parts.log.warn({ err: cause }, "the weekly letter could not be written, trying again");
      isFailing = true;
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Sends webhooks the week that has ended since the last letter. @returns how many */
export async function tellDueWeek({ storage, now }: Omit<KeepingParts, "log">): Promise<number> {
  const { enabled, ...setting } = await readLetter(storage);
  const end = lastDue({ enabled, ...setting }, now());
  return storage.webhooks.tellWeek({ end, isDue: true, isSilent: !enabled });
}
