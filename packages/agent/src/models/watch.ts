import { ModelFailure } from "../agent.ts";
import type { AgentLimits } from "../limits.ts";

/** Watches the clock during one call of a provider. */
export interface Watch {
  /** Aborted when the caller's signal is, or when a limit has passed. */
  readonly signal: AbortSignal;
  /** The failure of the limit that has passed. */
  readonly expired: ModelFailure | undefined;
  /** An event came: after the first one, the limit is that of silence. */
  began(): void;
  /** Anything came, if only a comment that keeps the connection alive. */
  heard(): void;
  /** The answer is complete: what still follows has little time. */
  finishing(): void;
  end(): void;
}

/** Starts watching: first for the first token, then for silence. */
export function createWatch(caller: AbortSignal, limits: AgentLimits): Watch {
  const controller = new AbortController();
  let expired: ModelFailure | undefined;
  const abort = () => controller.abort(caller.reason);
  caller.addEventListener("abort", abort);

  function start(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => {
      expired = new ModelFailure("reply_timeout", `${what} within ${ms} ms`, { retryable: true });
      controller.abort(expired);
    }, ms);
  }
  let timer = start(limits.firstTokenMs, "no first token");
  let phase: "first" | "idle" | "tail" = "first";

  function enter(next: typeof phase, ms: number, what: string): void {
    clearTimeout(timer);
    phase = next;
    timer = start(ms, what);
  }

  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    began() {
      if (phase === "first") enter("idle", limits.idleMs, "nothing more");
    },
    heard() {
      if (phase === "idle") timer.refresh();
    },
    finishing() {
      if (phase !== "tail") enter("tail", limits.tailMs, "no end");
    },
    end() {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
}
