/** Waits, and no longer than until the network comes back. Rejects with the signal's reason when it is aborted. */
export async function waitOrOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const over = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const once = { once: true, signal: over.signal };
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", () => resolve(), once);
    signal?.addEventListener("abort", () => reject(signal.reason), once);
  }).finally(() => over.abort());
}
