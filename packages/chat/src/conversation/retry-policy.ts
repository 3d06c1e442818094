import { ClientError } from "@servicechat/client";

/** Why the chat waits, for the line above the composer. `offline`: nothing gets through. Seconds count down. */
export type Notice =
  | { readonly kind: "reconnecting" | "offline" }
  | { readonly kind: "rate_limited" | "session_busy" | "service_away"; readonly seconds: number };

/** What retrying needs. */
export interface RetryDependencies {
  /** Waits; `true`: less long, since the network may be back. Rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<boolean>;
  readonly notify: (notice: Notice | undefined) => void;
}

/** After this many losses in a row, and seven seconds, the chat says that it is offline. */
const offlineAfter = 4;

/** How often the waiting time that the service requests is respected before the refusal is shown. */
const maxQueue = 5;

/** How often the page is asked for a new ticket, which it can only load over the network. */
const ticketTries = 8;

/**
 * Runs something until it works: again after each lost connection, however long that takes, with growing pauses, and
 * after each retryable 429, or 503 of the service itself, once its `Retry-After` has passed. All other errors are
 * thrown at once.
 *
 * @param attempt called for each attempt; it calls `moved` when something arrived, which resets all counts.
 */
export async function withRetry<Result>(
  dependencies: RetryDependencies,
  signal: AbortSignal,
  attempt: (moved: () => void) => Promise<Result>,
): Promise<Result> {
  let losses = 0;
  let refusals = 0;
  let isWaiting = false;
  const moved = (): void => {
    if (isWaiting) dependencies.notify(undefined);
    isWaiting = false;
    losses = 0;
    refusals = 0;
  };
  for (;;) {
    try {
      const result = await attempt(moved);
      moved();
      return result;
    } catch (error) {
      if (!(error instanceof ClientError) || signal.aborted) throw error;
      isWaiting = true;
      if (error.lost || (error.code === "ticket_expired" && losses < ticketTries)) {
        const isOffline = losses >= offlineAfter && error.status === 0;
        dependencies.notify({ kind: isOffline ? "offline" : "reconnecting" });
        if (await dependencies.wait(pauseAfter(losses++), signal)) losses = 0;
      } else if (isPassing(error) && refusals++ < maxQueue) {
        await countDown(dependencies, signal, error);
      } else {
        dependencies.notify(undefined);
        throw error;
      }
    }
  }
}

function isPassing({ status, retryable, retryAfter }: ClientError): boolean {
  return (status === 429 && retryable) || (status === 503 && retryAfter !== undefined);
}

async function countDown(
  dependencies: RetryDependencies,
  signal: AbortSignal,
  error: ClientError,
): Promise<void> {
  const kind = kindOf(error);
  for (let seconds = Math.ceil(error.retryAfter ?? 5); seconds > 0; seconds--) {
    dependencies.notify({ kind, seconds });
    await dependencies.wait(1000, signal);
  }
}

function kindOf({ status, code }: ClientError) {
  if (status === 503) return "service_away";
  return code === "session_busy" ? "session_busy" : "rate_limited";
}

/** Milliseconds to wait after this many losses in a row, from 0 on: twice as long each time, and at most 15 seconds. */
export const pauseAfter = (losses: number): number => Math.min(500 * 2 ** losses, 15_000);
