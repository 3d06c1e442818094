import { ClientError } from "@servicechat/client";
import { withRetry } from "../conversation/retry-policy.ts";
import type { Network } from "../network/create-network.ts";

/** Seconds after which a missing image is requested again. */
const pauses = [0.5, 1, 2] as const;

/**
 * Fetches until it works, as long as there is hope: a lost connection may come back, and an image that was just
 * announced may appear a moment later. All other errors are thrown at once.
 */
export async function fetchWithRetry(
  fetchImage: () => Promise<Blob>,
  signal: AbortSignal,
  wait: Network["wait"],
): Promise<Blob> {
  const parts = { wait, notify: () => undefined };
  for (let tries = 0; ; tries++) {
    try {
      return await withRetry(parts, signal, fetchImage);
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || !mayCome(error)) throw error;
      await wait(pause * 1000, signal);
    }
  }
}

const mayCome = (error: unknown): boolean =>
  error instanceof ClientError && (error.status === 404 || error.status >= 500);
