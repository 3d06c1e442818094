import { onReturn } from "./network.ts";

/**
 * Waits, and no longer than until the network may be there again. Rejects with the signal's reason when it is aborted.
 *
 * @returns whether that cut it short
 */
export async function waitOrOnline(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted();
  const over = new AbortController();
  return new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    over.signal.onabort = () => clearTimeout(timer);
    onReturn(() => resolve(true), over.signal);
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  }).finally(() => over.abort());
}
