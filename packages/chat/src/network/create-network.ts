import { signal, type ReadonlySignal } from "@preact/signals";
import { createServiceClock } from "./service-clock.ts";

/** The network between the frame and the service. */
export interface Network {
  /** Whether the browser says that there is none. It may be wrong: what arrives all the same says otherwise. */
  readonly isOffline: ReadonlySignal<boolean>;
  /** Fetches as the browser does. An answer says what time it is, and, where there was no network, that there is one. */
  readonly fetch: typeof fetch;
  /** The time by the service's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Calls, until the signal is aborted, when the network may be there again: the browser says so (`isCertain`), or the page
   * is seen again, as after the machine slept.
   */
  readonly onReturn: (run: (isCertain: boolean) => void, signal: AbortSignal) => void;
  /**
   * Waits, and no longer than until the network may be there again. Rejects with the signal's reason when it is aborted.
   *
   * @returns whether that cut it short
   */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
}

/** Makes it for as long as the frame lives. */
export function createNetwork(): Network {
  const isOffline = signal(!navigator.onLine);
  const clock = createServiceClock();
  addEventListener("offline", () => (isOffline.value = true));
  addEventListener("online", () => (isOffline.value = false));

  function onReturn(run: (isCertain: boolean) => void, signal: AbortSignal): void {
    addEventListener("online", () => run(true), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || run(false), { signal });
  }

  return {
    isOffline,
    async fetch(...asked: Parameters<typeof fetch>) {
      const wasOffline = isOffline.peek();
      const answer = await fetch(...asked);
      clock.heed(answer);
      if (wasOffline) isOffline.value = false;
      return answer;
    },
    now: clock.now,
    onReturn,
    async wait(milliseconds, signal) {
      signal?.throwIfAborted();
      const over = new AbortController();
      return new Promise<boolean>((resolve, reject) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        over.signal.onabort = () => clearTimeout(timer);
        onReturn(() => resolve(true), over.signal);
        signal?.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
      }).finally(() => over.abort());
    },
  };
}
