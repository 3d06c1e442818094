import type { Notice, Notices } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Notices within one process: every listener has heard when `publish` returns. */
export function createNotices(): Notices & { clear(): void } {
  const listeners = createListeners<Notice>();
  return {
    publish: (notice) => listeners.call(notice),
    subscribe: (listener) => listeners.add(listener),
    clear: () => listeners.clear(),
  };
}
