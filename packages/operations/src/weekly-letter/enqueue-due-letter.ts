import type { Storage } from "@servicechat/storage";
import { lastDue } from "./last-due.ts";
import { readLetter } from "./letter-setting.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "settings" | "webhooks">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Enqueues the weekly letter for webhooks where a week has ended since the last one, once across all nodes. A week that
 * ended while the service was off is reported when it is back. @returns for how many
 */
export async function enqueueDueLetter({ storage, now }: Dependencies): Promise<number> {
  const { enabled, ...setting } = await readLetter(storage);
  const end = lastDue({ enabled, ...setting }, now());
  return storage.webhooks.tellWeek({ end, isDue: true, isSilent: !enabled });
}
