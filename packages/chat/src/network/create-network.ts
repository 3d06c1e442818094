import { signal, type ReadonlySignal } from "@preact/signals";
import { createServiceClock } from "./service-clock.ts";

/** The network between the frame and the service. */
export interface Network {
  /** Whether the browser says that it is offline. It may be wrong, which any response disproves. */
  readonly isOffline: ReadonlySignal<boolean>;
  /** Fetches as the browser does. A response shows the service's time, and that there is a network. */
  readonly fetch: typeof fetch;
  /** The time by the service's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Calls back, until the signal is aborted, when the network may be back: the browser says so (`isCertain`), or the
   * page becomes visible again, as after the machine slept.
   */
  readonly onReturn: (run: (isCertain: boolean) => void, signal: AbortSignal) => void;
  /**
   * Waits, but no longer than until the network may be back. Rejects with the signal's reason when it is aborted.
   *
   * @returns whether that cut it short
   */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
}

/** Creates it for the lifetime of the frame. */
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
