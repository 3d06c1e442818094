import type { RequestCounter } from "@servicechat/coordination";
import type { KeyValueStore } from "@servicechat/storage";
import type { Log } from "./dependencies.ts";
import { causeOf } from "./telemetry/cause-of.ts";

/** The longest window, in milliseconds: what was saved longer ago has left every one. */
const longestMs = 3_600_000;

interface Dependencies {
  readonly keyValues: Pick<KeyValueStore, "read" | "save" | "take">;
  /** By the names under which their windows are stored. */
  readonly counters: Readonly<Record<string, Pick<RequestCounter, "snapshot" | "restore">>>;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** What was counted for limits, from one stop to the next start. */
export interface StoredWindows {
  /** Changes nothing in the database, so a start that is killed loses nothing: the next one restores the same. */
  restore(): Promise<void>;
  /** Deletes what has left every window. It contains hashes of addresses. */
  expire(): Promise<void>;
  /** Without a database too, the stop is a proper one. */
  save(): Promise<void>;
}

/** Keeps the counts of limits over a restart. */
export function createStoredWindows({ keyValues, counters, nowMs, log }: Dependencies): StoredWindows {
  const startedAt = nowMs();
  return {
    async restore() {
      for (const [name, counter] of Object.entries(counters)) {
        const windows = await keyValues.read(name);
        if (windows !== undefined) counter.restore(windows);
      }
    },

    async expire() {
      if (nowMs() - startedAt < longestMs) return;
      for (const name of Object.keys(counters)) await keyValues.take(name);
    },

    async save() {
      for (const [name, counter] of Object.entries(counters))
        await keyValues.save(name, counter.snapshot()).catch((cause: unknown) => {
          log.warn(
            causeOf(cause),
            "what was counted for limits could not be saved: the next start does not know it",
          );
        });
    },
  };
}
