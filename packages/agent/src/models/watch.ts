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

  let phase: "first" | "idle" | "tail" = "first";
  let lastHeard = 0;
  let timer = start(limits.firstTokenMs, "no first token");

  function expire(ms: number, what: string): void {
    expired = new ModelFailure("reply_timeout", `${what} within ${ms} ms`, { retryable: true });
    controller.abort(expired);
  }

  function start(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => expire(ms, what), ms);
  }

  /** Silence is measured when it may have lasted too long: a timer set anew at each piece would cost more than the piece. */
  function startIdle(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const left = Math.ceil(lastHeard + limits.idleMs - performance.now());
      if (left > 0) timer = startIdle(left);
      else expire(limits.idleMs, "nothing more");
    }, ms);
  }

  function enter(next: typeof phase, begun: NodeJS.Timeout): void {
    clearTimeout(timer);
    phase = next;
    timer = begun;
  }

  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    began() {
      if (phase === "first") enter("idle", startIdle(limits.idleMs));
    },
    heard() {
      lastHeard = performance.now();
    },
    finishing() {
      if (phase !== "tail") enter("tail", start(limits.tailMs, "no end"));
    },
    end() {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
}
