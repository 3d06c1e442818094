import { OutboundError } from "./outbound.ts";

/** The time that a whole exchange may take. */
interface TimeLimit {
  /** Aborted when the caller's signal is, or when the time is up. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly error: OutboundError;
  /** Lets go of timer and listener. */
  readonly end: () => void;
}

/** Starts the time. Not `AbortSignal.any`, which keeps its sources alive as long as the caller's signal. */
export function startTimeLimit(caller: AbortSignal | undefined, ms: number): TimeLimit {
  const controller = new AbortController();
  const error = new OutboundError("timeout", `no complete answer within ${ms} ms`);
  let isOver = false;
  const abort = () => controller.abort(caller?.reason);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(error);
  }, ms);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    error,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
