import { ModelError } from "../agent.ts";

/** The time a whole reply may take. */
interface Deadline {
  /** Aborted when the caller's signal is, when the time is up, or by `stop`. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly stop: () => void;
  /** Lets go of timer and listener. */
  readonly end: () => void;
}

/** Starts the time of a reply. Not `AbortSignal.any`, which keeps its sources alive as long as the caller's signal. */
export function startDeadline(caller: AbortSignal, ms: number): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(caller.reason);
  if (caller.aborted) abort();
  caller.addEventListener("abort", abort);
  const timer = setTimeout(() => {
    deadline.isOver = true;
    const failure = new ModelError("reply_timeout", `the reply took longer than ${ms} ms`, {
      retryable: false,
    });
    controller.abort(failure);
  }, ms);

  const deadline = {
    signal: controller.signal,
    isOver: false,
    stop: () => controller.abort(new Error("the reply has reached its maximum length")),
    end() {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
  return deadline;
}
