import { ModelError } from "../agent.ts";
import type { AgentLimits } from "../limits.ts";

/** Watches the clock and the caller during one call of a provider. */
export interface ProviderTimeouts {
  /** The failure of the limit that has passed. */
  readonly expired: ModelError | undefined;
  /** An event came: after the first one, the limit is that of silence. */
  began(): void;
  /** Anything came, if only a comment that keeps the connection alive. */
  received(): void;
  /** The answer is complete: what still follows has little time. */
  finishing(): void;
  end(): void;
}

/**
 * Starts watching: first for the first token, then for silence. Has no separate signal, which would take a kilobyte in
 * each open chat.
 *
 * @param onOver Called with the reason when the caller's signal is aborted, and when a limit has passed
 */
export function createProviderTimeouts(
  caller: AbortSignal,
  limits: AgentLimits,
  onOver: (reason: unknown) => void,
): ProviderTimeouts {
  const first = { ms: limits.firstTokenMs, what: "no first token" };
  const idle = { ms: limits.idleMs, what: "nothing more" };
  const tail = { ms: limits.tailMs, what: "no end" };
  const abort = () => onOver(caller.reason);
  caller.addEventListener("abort", abort);

  let limit = first;
  let since = performance.now();
  let timer = setTimeout(look, limit.ms);

  /** Time is measured when it may be over: a timer set again at each piece would cost more than the piece. */
  function look(): void {
    const left = Math.ceil(since + limit.ms - performance.now());
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    timeouts.expired = new ModelError("reply_timeout", `${limit.what} within ${limit.ms} ms`, {
      retryable: true,
    });
    onOver(timeouts.expired);
  }

  function enter(next: typeof limit): void {
    clearTimeout(timer);
    limit = next;
    since = performance.now();
    timer = setTimeout(look, limit.ms);
  }

  const timeouts = {
    expired: undefined as ModelError | undefined,
    began() {
      if (limit === first) enter(idle);
    },
    received() {
      if (limit === idle) since = performance.now();
    },
    finishing() {
      if (limit !== tail) enter(tail);
    },
    end() {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
  return timeouts;
}
