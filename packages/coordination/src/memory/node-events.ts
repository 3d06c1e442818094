import type { NodeEvent, NodeEvents } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Events within one process: every listener has heard when `publish` returns. */
export function createNodeEvents(): NodeEvents & { clear(): void } {
  const listeners = createListeners<NodeEvent>();
  return {
    publish: (event) => listeners.call(event),
    subscribe: (listener) => listeners.add(listener),
    clear: () => listeners.clear(),
  };
}
