import { signal, type ReadonlySignal } from "@preact/signals";
import { heedTime } from "./service-time.ts";

const offline = signal(!navigator.onLine);

/** Whether the browser says that there is no network. It may be wrong: what arrives all the same says otherwise. */
export const isOffline: ReadonlySignal<boolean> = offline;

/** Fetches as the browser does. An answer says what time it is, and, where there was no network, that there is one. */
export async function heedingFetch(...asked: Parameters<typeof fetch>): Promise<Response> {
  const wasOffline = offline.peek();
  const answer = await fetch(...asked);
  heedTime(answer);
  if (wasOffline) offline.value = false;
  return answer;
}

addEventListener("offline", () => (offline.value = true));
addEventListener("online", () => (offline.value = false));

/**
 * Calls, until the signal is aborted, when the network may be there again: the browser says so (`isCertain`), or the page
 * is seen again, as after the machine slept.
 */
export function onReturn(run: (isCertain: boolean) => void, signal: AbortSignal): void {
  addEventListener("online", () => run(true), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || run(false), { signal });
}
