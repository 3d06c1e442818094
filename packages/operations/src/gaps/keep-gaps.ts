import { setTimeout as pause } from "node:timers/promises";
import type { OperationParts } from "../operation-parts.ts";
import { checkGaps } from "./check-gaps.ts";
import { placeQuestions } from "./place-questions.ts";

interface KeepingParts extends Pick<OperationParts, "storage" | "knowledge" | "now"> {
  readonly log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

/** Between two looks, in milliseconds. */
const everyMs = 2_000;
/** How often gaps are removed of which no question is left: in so many looks. */
const sweepEvery = 300;

/**
 * Puts questions that were not answered well into gaps, and closes gaps whose questions are answered by now, until the
 * signal is aborted. A failure is logged and tried again later; nothing is thrown.
 */
export async function keepGaps(parts: KeepingParts, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  for (let look = 0; !signal.aborted; look++) {
    try {
      await placeQuestions(parts, signal);
      const closed = await checkGaps(parts, { signal });
      if (closed > 0) parts.log.info({ closed }, "gaps closed: their questions are answered now");
      if (look % sweepEvery === 0) await parts.storage.gaps.removeEmpty();
      isFailing = false;
    } catch (cause) {
      if (!isFailing && !signal.aborted)
        parts.log.warn({ err: cause }, "gaps could not be brought up to date, trying again");
      isFailing = true;
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
