import { setTimeout as pause } from "node:timers/promises";
import type { OperationContext } from "../operation-context.ts";
import { checkGaps } from "./check-gaps.ts";
import { placeQuestions } from "./place-questions.ts";

interface KeepingDependencies extends Pick<OperationContext, "storage" | "knowledge" | "now"> {
  readonly log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

/** Between two looks, in milliseconds. */
const everyMs = 2_000;
/** After how many rounds gaps without questions are removed. */
const sweepEvery = 300;

/**
 * Puts questions that were not answered well into gaps, and closes gaps whose questions are answered by now, until the
 * signal is aborted. A failure is logged and tried again later; nothing is thrown.
 */
export async function keepGaps(context: KeepingDependencies, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  for (let round = 0; !signal.aborted; round++) {
    try {
      await placeQuestions(context, signal);
      const closed = await checkGaps(context, { signal });
      if (closed > 0) context.log.info({ closed }, "gaps closed: their questions are answered now");
      if (round % sweepEvery === 0) await context.storage.gaps.removeEmpty();
      isFailing = false;
    } catch (cause) {
      if (!isFailing && !signal.aborted)
        context.log.warn({ err: cause }, "gaps could not be brought up to date, trying again");
      isFailing = true;
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
