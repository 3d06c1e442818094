import type { Notice, Notices } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Notices within one process: every listener has heard when `publish` returns. */
export function createNotices(): Notices & { clear(): void } {
  const listeners = createListeners<Notice>();
  return { publish: listeners.call, subscribe: listeners.add, clear: listeners.clear };
}
