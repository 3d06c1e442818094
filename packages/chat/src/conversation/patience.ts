import { ClientError } from "@servicechat/client";

/** Why the chat waits, for the line above the composer. Seconds count down. */
export type Notice =
  | { readonly kind: "reconnecting" }
  | { readonly kind: "rate_limited" | "session_busy" | "service_away"; readonly seconds: number };

/** The parts of patience. */
export interface PatienceParts {
  /** Waits; it may return early when the network comes back. Rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly notify: (notice: Notice | undefined) => void;
}

/** Seconds to wait after the first, second, ... loss in a row; after the last one, the loss is told. */
export const lossPauses = [0.5, 1, 2, 4, 8, 15, 15, 15] as const;

/** How often the time that the service asks for is waited for before the refusal is told. */
const longestQueue = 5;

/**
 * Does something until it works: again after each lost connection, with growing pauses, and after each retryable 429,
 * or 503 of the service itself, once its `Retry-After` is over. Whatever else goes wrong is thrown at once.
 *
 * @param attempt Called for each try; it calls `moved` when something arrived, which restores all patience.
 */
export async function patiently<Result>(
  parts: PatienceParts,
  signal: AbortSignal,
  attempt: (moved: () => void) => Promise<Result>,
): Promise<Result> {
  let losses = 0;
  let refusals = 0;
  const moved = (): void => {
    if (losses > 0 || refusals > 0) parts.notify(undefined);
    losses = 0;
    refusals = 0;
  };
  for (;;) {
    try {
      const result = await attempt(moved);
      moved();
      return result;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const pause = error.lost ? lossPauses[losses++] : undefined;
      if (pause !== undefined) {
        parts.notify({ kind: "reconnecting" });
        await parts.wait(pause * 1000, signal);
      } else if (isPassing(error) && refusals++ < longestQueue) {
        await countDown(parts, signal, error);
      } else {
        parts.notify(undefined);
        throw error;
      }
    }
  }
}

function isPassing({ status, retryable, retryAfter }: ClientError): boolean {
  return (status === 429 && retryable) || (status === 503 && retryAfter !== undefined);
}

async function countDown(parts: PatienceParts, signal: AbortSignal, error: ClientError): Promise<void> {
  const kind = kindOf(error);
  for (let seconds = Math.ceil(error.retryAfter ?? 5); seconds > 0; seconds--) {
    parts.notify({ kind, seconds });
    await parts.wait(1000, signal);
  }
}

function kindOf({ status, code }: ClientError) {
  if (status === 503) return "service_away";
  return code === "session_busy" ? "session_busy" : "rate_limited";
}
